import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import type { HelpSection } from '../help-content.ts'

interface SectionIndexProps {
  sections: HelpSection[]
  current: HelpSection
}

/** The other guides of the category, at the left of the one that is open. */
export function SectionIndex({ sections, current }: SectionIndexProps) {
  const { t } = useTranslation('help')
  const label = t('inCategory', { category: t(`category.${current.category}.title`) })
  return (
    <Box component="nav" aria-label={label} sx={{ position: 'sticky', top: 96 }}>
      <Typography variant="label" component="p" sx={{ m: 0, mb: 1.5, color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.25, ml: -1.5 }}>
        {sections.map((section) => {
          const isCurrent = section.slug === current.slug
          return (
            <li key={section.slug}>
              <Link
                href={paths.helpSection(section.category, section.slug)}
                aria-current={isCurrent ? 'page' : undefined}
                underline="none"
                sx={{
                  display: 'block',
                  px: 1.5,
                  py: 0.875,
                  borderRadius: '8px',
                  typography: 'body2',
                  fontWeight: isCurrent ? 620 : 450,
                  color: isCurrent ? 'text.primary' : 'text.secondary',
                  bgcolor: isCurrent ? 'tint.neutral' : 'transparent',
                  '&:hover': { bgcolor: isCurrent ? 'tint.neutral' : 'surface.hover', color: 'text.primary' },
                }}
              >
                {section.title}
              </Link>
            </li>
          )
        })}
      </Box>
    </Box>
  )
}
