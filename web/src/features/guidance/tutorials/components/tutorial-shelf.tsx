import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import type { TutorialId } from '../tutorials.ts'
import { TutorialCards } from './tutorial-cards.tsx'

/** The filmed guides on the first page of the help. */
export function TutorialShelf({ ids }: { ids: readonly TutorialId[] }) {
  const { t } = useTranslation('tutorials')
  return (
    <section aria-labelledby="help-tutorials">
      <Box sx={{ mb: 2, display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography id="help-tutorials" variant="h2">
          {t('title')}
        </Typography>
        <Link href={paths.tutorials} sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('all')}
        </Link>
      </Box>
      <TutorialCards ids={ids} heading="h3" />
    </section>
  )
}
