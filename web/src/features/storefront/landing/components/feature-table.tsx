import CheckRounded from '@mui/icons-material/CheckRounded'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { isBuilt, type Unbuilt } from '../../../../config/built.ts'
import { useFacts } from '../use-facts.ts'

type Cell = boolean | string
interface Row {
  name: string
  cells: [free: Cell, open: Cell, secluded: Cell]
}

/** Features and prices, side by side. */
export function FeatureTable() {
  const { t } = useTranslation('landing')
  const facts = useFacts()
  const recording = t('table.recordingFree', facts)
  const test = t('table.testText', facts)
  const whenBuilt = (feature: Unbuilt, row: Row) => (isBuilt(feature) ? [row] : [])
  const rows: Row[] = [
    { name: t('table.price'), cells: [t('table.priceFree', facts), t('table.priceOpen', facts), t('table.pricePrivate', facts)] },
    { name: t('table.time'), cells: [t('table.timeFree', facts), t('table.timeOpen', facts), t('table.timePrivate', facts)] },
    { name: t('table.recording'), cells: [false, recording, recording] },
    ...whenBuilt('test-room', { name: t('table.test'), cells: [false, test, test] }),
    { name: t('table.quality'), cells: [true, true, true] },
    { name: t('table.cameras', facts), cells: [true, true, true] },
    { name: t('table.viewers'), cells: [true, true, true] },
    { name: t('table.chat'), cells: [true, true, true] },
    { name: t('table.coupons'), cells: [false, true, true] },
    { name: t('table.offers', facts), cells: [false, true, false] },
    ...whenBuilt('sales', { name: t('table.reports'), cells: [true, true, true] }),
    { name: t('table.languages'), cells: [true, true, true] },
  ]
  return (
    <Box component="section" aria-labelledby="landing-table" sx={{ px: 'var(--ee-gutter)', width: 1, maxWidth: 1440, mx: 'auto' }}>
      <Typography id="landing-table" variant="h1" component="h2">
        {t('table.title')}
      </Typography>
      <Typography variant="subtitle1" sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>
        {t('table.lead', facts)}
      </Typography>
      <Box
        role="group"
        aria-labelledby="landing-table"
        // Wider than a phone: it scrolls by itself, with the keyboard too.
        tabIndex={0}
        // Hidden words are placed absolutely: without a place of their own here they would widen the page.
        sx={{
          position: 'relative',
          overflowX: 'auto',
          border: 1,
          borderColor: 'border.default',
          borderRadius: '20px',
          bgcolor: 'surface.raised',
        }}
      >
        <Box
          component="table"
          sx={{
            width: 1,
            minWidth: 620,
            borderCollapse: 'collapse',
            typography: 'body2',
            '& th, & td': { px: { xs: 2, md: 3 }, py: 1.75, textAlign: 'left', verticalAlign: 'top' },
            '& tbody th, & tbody td': { borderTop: 1, borderColor: 'border.subtle' },
            '& tbody th': { fontWeight: 560, width: { xs: 140, md: '31%' } },
            // The title of a row stays in sight while the plans scroll.
            '& th:first-of-type': { position: { xs: 'sticky', md: 'static' }, left: 0, zIndex: 1, bgcolor: 'surface.raised' },
          }}
        >
          <thead>
            <tr>
              <Box component="th" scope="col" sx={{ typography: 'label', color: 'text.secondary' }}>
                {t('table.feature')}
              </Box>
              {(['free', 'open', 'private'] as const).map((column) => (
                <Box component="th" scope="col" key={column} sx={{ typography: 'h4' }}>
                  {t(`table.${column}`)}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {(['free', 'open', 'private'] as const).map((column, i) => (
                  <td key={column}>
                    <CellView value={cells[i] ?? false} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  )
}

function CellView({ value }: { value: Cell }) {
  const { t } = useTranslation('landing')
  if (typeof value === 'string') return <span className="tabular">{value}</span>
  return (
    <>
      {value ? <CheckRounded sx={{ color: 'success.main' }} /> : <RemoveRounded sx={{ color: 'text.tertiary' }} />}
      <span className="visually-hidden">{t(value ? 'table.yes' : 'table.no')}</span>
    </>
  )
}
