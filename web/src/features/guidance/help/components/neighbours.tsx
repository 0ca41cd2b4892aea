import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded'
import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import type { HelpSection } from '../help-content.ts'

interface NeighboursProps {
  previous: HelpSection | undefined
  next: HelpSection | undefined
}

/** From guide to guide in reading order. */
export function Neighbours({ previous, next }: NeighboursProps) {
  const { t } = useTranslation('help')
  return (
    <Box
      component="nav"
      aria-label={t('between')}
      sx={{ mt: 3, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {previous ? <Neighbour section={previous} label={t('previous')} /> : <span />}
      {next && <Neighbour section={next} label={t('next')} forward />}
    </Box>
  )
}

function Neighbour({ section, label, forward = false }: { section: HelpSection; label: string; forward?: boolean }) {
  const Arrow = forward ? ArrowForwardRounded : ArrowBackRounded
  return (
    <Link
      href={paths.helpSection(section.category, section.slug)}
      underline="none"
      sx={{
        display: 'flex',
        flexDirection: forward ? 'row-reverse' : 'row',
        textAlign: forward ? 'right' : 'left',
        alignItems: 'center',
        gap: 1.5,
        p: 2,
        border: 1,
        borderColor: 'border.default',
        borderRadius: '14px',
        color: 'text.primary',
        '&:hover': { borderColor: 'border.strong' },
      }}
    >
      <Arrow sx={{ color: 'text.secondary' }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
          {label}
        </Box>
        <Box component="span" sx={{ display: 'block', typography: 'subtitle2' }}>
          {section.title}
        </Box>
      </Box>
    </Link>
  )
}
