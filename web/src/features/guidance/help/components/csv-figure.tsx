import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'

const saleAt = '2026-11-21T20:00:00Z'
const saleMinor = 1_250

/** The same sale twice: as the line of a file, and as a row of a sheet. */
export function CsvFigure() {
  const { t } = useTranslation('help')
  const language = useLanguage()
  const columns = [t('csv.date'), t('csv.item'), t('csv.amount')]
  const cells = [date(saleAt, 'day', language), t('csv.sample'), money(saleMinor, 'EUR', language)]
  return (
    <Box
      role="img"
      aria-label={t('csv.alt')}
      sx={{
        p: { xs: 2, sm: 3 },
        borderRadius: '14px',
        bgcolor: 'surface.sunken',
        border: 1,
        borderColor: 'border.subtle',
        display: 'grid',
        justifyItems: 'center',
        gap: 1.5,
      }}
    >
      <Box sx={{ width: 1, borderRadius: '10px', overflow: 'hidden', bgcolor: 'surface.raised', border: 1, borderColor: 'border.default' }}>
        <Box sx={{ px: 1.5, py: 0.75, borderBottom: 1, borderColor: 'border.subtle', typography: 'caption', color: 'text.secondary' }}>
          {t('csv.file')}
        </Box>
        <Box sx={{ px: 1.5, py: 1.25, fontFamily: 'ui-monospace, monospace', fontSize: 13, overflowWrap: 'anywhere' }}>
          {[columns, cells].map((line) => (
            <Box key={line[0]}>
              {line.map((cell, i) => (
                <span key={cell}>
                  {i > 0 && (
                    <Box component="b" sx={{ color: 'error.main' }}>
                      ;
                    </Box>
                  )}
                  {cell}
                </span>
              ))}
            </Box>
          ))}
        </Box>
      </Box>
      <ArrowDownwardRounded sx={{ color: 'text.tertiary' }} />
      <Box
        sx={{
          width: 1,
          display: 'grid',
          gridTemplateColumns: '28px repeat(3, minmax(0, 1fr))',
          borderRadius: '10px',
          overflow: 'hidden',
          border: 1,
          borderColor: 'border.default',
          bgcolor: 'surface.raised',
          fontSize: 13,
        }}
      >
        {['', 'A', 'B', 'C', '1', ...columns, '2', ...cells].map((cell, i) => {
          const isFrame = i < 4 || i % 4 === 0
          return (
            <Box
              key={`${i < 4 ? 'head' : 'cell'}-${i === 0 ? 'corner' : cell}`}
              sx={{
                px: 1,
                py: 0.75,
                minWidth: 0,
                overflowWrap: 'anywhere',
                borderTop: i < 4 ? 0 : 1,
                borderLeft: i % 4 === 0 ? 0 : 1,
                borderColor: 'border.subtle',
                ...(isFrame ? { bgcolor: 'tint.neutral', color: 'text.secondary', textAlign: 'center' } : {}),
                ...(i > 4 && i < 8 ? { fontWeight: 620 } : {}),
              }}
            >
              {cell}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
