import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { CategoryCards } from '../../../features/guidance/help/components/category-cards.tsx'
import { Contact } from '../../../features/guidance/help/components/contact.tsx'
import { HelpHits } from '../../../features/guidance/help/components/help-hits.tsx'
import { HelpSearch } from '../../../features/guidance/help/components/help-search.tsx'
import { helpArt } from '../../../features/guidance/help/help-art.ts'
import type { HelpSection } from '../../../features/guidance/help/help-content.ts'
import { searchHelp } from '../../../features/guidance/help/search.ts'
import { TutorialShelf } from '../../../features/guidance/tutorials/components/tutorial-shelf.tsx'
import { useFoundTutorials } from '../../../features/guidance/tutorials/use-found-tutorials.ts'
import { useSiteInfo } from '../../../lib/site.ts'
import { HelpPage } from './help-page.tsx'

export function Component() {
  return <HelpPage>{(sections) => <HelpStart sections={sections} />}</HelpPage>
}

interface HelpStartProps {
  sections: HelpSection[]
  /** Why one is here instead of where one wanted to go. */
  notice?: string
}

export function HelpStart({ sections, notice }: HelpStartProps) {
  const { t } = useTranslation('help')
  const [params, setParams] = useSearchParams()
  // The address follows: it is too slow to hold the letters that one types.
  const [query, setQuery] = useState(params.get('q') ?? '')
  const site = useSiteInfo()
  useDocumentMeta({ title: t('title'), description: t('description') })
  const hits = useMemo(() => searchHelp(sections, query), [sections, query])
  const found = useFoundTutorials(query)
  const search = (wanted: string) => {
    setQuery(wanted)
    setParams(wanted ? { q: wanted } : {}, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <Box
        component="section"
        data-mode="dark"
        aria-label={t('title')}
        sx={{ position: 'relative', overflow: 'hidden', bgcolor: 'surface.canvas' }}
      >
        <ArtImage src={helpArt} alt="" eager ratio="auto" sx={{ position: 'absolute', inset: 0 }} />
        <Box sx={{ position: 'absolute', inset: 0, backgroundImage: (theme) => theme.vars.palette.onArt.room }} />
        <Box sx={{ position: 'relative', px: 'var(--ee-gutter)', py: { xs: 5, md: 9 }, maxWidth: 860 }}>
          <Typography variant="h1">{t('hero')}</Typography>
          <Typography variant="subtitle1" sx={{ mt: 1.5, mb: 3, maxWidth: 560, color: 'text.secondary' }}>
            {t('lead')}
          </Typography>
          <HelpSearch query={query} onChange={search} />
        </Box>
      </Box>
      <Box sx={{ px: 'var(--ee-gutter)', pt: { xs: 4, md: 6 }, display: 'grid', gap: { xs: 4, md: 6 }, maxWidth: 1440 }}>
        {notice && <Alert severity="warning">{notice}</Alert>}
        {found.length > 0 && <TutorialShelf ids={found} />}
        {query ? <HelpHits query={query} hits={hits} /> : <CategoryCards sections={sections} />}
        <Contact email={site?.supportEmail} about={query || t('title')} />
      </Box>
    </>
  )
}
