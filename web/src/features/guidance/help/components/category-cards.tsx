import GavelOutlined from '@mui/icons-material/GavelOutlined'
import MicExternalOnOutlined from '@mui/icons-material/MicExternalOnOutlined'
import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded'
import SubscriptionsOutlined from '@mui/icons-material/SubscriptionsOutlined'
import WavingHandOutlined from '@mui/icons-material/WavingHandOutlined'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { helpCategories, type HelpSection } from '../help-content.ts'

export const categoryIcons = {
  basics: WavingHandOutlined,
  organizers: MicExternalOnOutlined,
  'about-products': SubscriptionsOutlined,
  player: PlayCircleOutlineRounded,
  legal: GavelOutlined,
}

/** How many guides a card names; the rest is behind 'see all'. */
const shownSections = 5

export function CategoryCards({ sections }: { sections: HelpSection[] }) {
  const { t } = useTranslation('help')
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(6, minmax(0, 1fr))' },
        // Five cards without a hole: three and two on a wide screen, two, two and one on a narrow one.
        '& > li': { gridColumn: { lg: 'span 2' } },
        '& > li:nth-of-type(n + 4)': { gridColumn: { lg: 'span 3' } },
        '& > li:last-of-type': { gridColumn: { sm: '1 / -1', lg: 'span 3' } },
      }}
    >
      {helpCategories.map((category) => {
        const Icon = categoryIcons[category]
        const own = sections.filter((section) => section.category === category)
        return (
          <Card component="li" key={category} sx={{ p: 3, display: 'flex', flexDirection: 'column' }}>
            <Box
              sx={{
                width: 44,
                height: 44,
                display: 'grid',
                placeItems: 'center',
                borderRadius: '12px',
                bgcolor: 'tint.blue',
                color: 'secondary.main',
              }}
            >
              <Icon fontSize="medium" />
            </Box>
            <Typography variant="h3" component="h2" sx={{ mt: 2 }}>
              <Link href={paths.helpCategory(category)} sx={{ color: 'text.primary', fontWeight: 'inherit' }}>
                {t(`category.${category}.title`)}
              </Link>
            </Typography>
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              {t(`category.${category}.text`)}
            </Typography>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, my: 2, p: 0, display: 'grid', gap: 0.5 }}>
              {own.slice(0, shownSections).map((section) => (
                <li key={section.slug}>
                  <Link
                    href={paths.helpSection(category, section.slug)}
                    sx={{ display: 'inline-block', py: 0.5, typography: 'body2', fontWeight: 520 }}
                  >
                    {section.title}
                  </Link>
                </li>
              ))}
            </Box>
            <Link href={paths.helpCategory(category)} sx={{ mt: 'auto', typography: 'body2', color: 'text.secondary' }}>
              {`${t('all')} · ${t('sections', { count: own.length })}`}
              <span className="visually-hidden">{`: ${t(`category.${category}.title`)}`}</span>
            </Link>
          </Card>
        )
      })}
    </Box>
  )
}
