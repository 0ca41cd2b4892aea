import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import type { HelpHit } from '../search.ts'

interface HelpHitsProps {
  query: string
  /** Undefined: too few letters. */
  hits: HelpHit[] | undefined
}

export function HelpHits({ query, hits }: HelpHitsProps) {
  const { t } = useTranslation('help')
  const words = hits
    ? hits.length > 0
      ? t('search.results', { count: hits.length, query })
      : t('search.none', { query })
    : t('search.tooShort', { count: limits.searchMinChars })
  return (
    <Box component="section" aria-labelledby="help-hits" sx={{ maxWidth: 760 }}>
      <Typography id="help-hits" variant="h3" component="h2">
        {words}
      </Typography>
      <span role="status" className="visually-hidden">
        {words}
      </span>
      {hits?.length === 0 && <Typography sx={{ mt: 1, color: 'text.secondary' }}>{t('search.noneText')}</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gap: 1.5 }}>
        {hits?.map(({ section, excerpt }) => (
          <Card component="li" key={`${section.category}/${section.slug}`} sx={{ p: 2.5, position: 'relative' }}>
            <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
              {t(`category.${section.category}.title`)}
            </Typography>
            <Link
              href={paths.helpSection(section.category, section.slug)}
              // The whole card is the link's place to press.
              sx={{ typography: 'h4', color: 'text.primary', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
            >
              {section.title}
            </Link>
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              {excerpt}
            </Typography>
          </Card>
        ))}
      </Box>
    </Box>
  )
}
