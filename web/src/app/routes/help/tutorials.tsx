import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Breadcrumbs from '@mui/material/Breadcrumbs'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { Contact } from '../../../features/guidance/help/components/contact.tsx'
import { Useful } from '../../../features/guidance/help/components/useful.tsx'
import { TutorialCards } from '../../../features/guidance/tutorials/components/tutorial-cards.tsx'
import { TutorialFilm } from '../../../features/guidance/tutorials/components/tutorial-film.tsx'
import { TutorialSteps } from '../../../features/guidance/tutorials/components/tutorial-steps.tsx'
import { filmOf } from '../../../features/guidance/tutorials/films.ts'
import { findTutorial, tutorials, type TutorialId } from '../../../features/guidance/tutorials/tutorials.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useSiteInfo } from '../../../lib/site.ts'

/** The filmed guides of the help centre: all of them, or the one that the address names. */
export function Component() {
  const { t } = useTranslation('tutorials')
  const { tutorial: wanted } = useParams()
  const tutorial = findTutorial(wanted)
  if (tutorial) return <TutorialView key={tutorial.id} id={tutorial.id} />
  return <AllTutorials notice={wanted === undefined ? undefined : t('unknown')} />
}

function AllTutorials({ notice }: { notice: string | undefined }) {
  const { t } = useTranslation('tutorials')
  const { t: th } = useTranslation('help')
  const site = useSiteInfo()
  useDocumentMeta({ title: `${t('title')} · ${th('title')}`, description: t('description'), noIndex: notice !== undefined })
  return (
    <Page maxWidth={1280} sx={{ py: { xs: 3, md: 5 } }}>
      <Crumbs />
      {notice && (
        <Alert severity="warning" sx={{ mb: 3 }}>
          {notice}
        </Alert>
      )}
      <Typography variant="h1">{t('title')}</Typography>
      <Typography variant="subtitle1" sx={{ mt: 1, mb: 4, maxWidth: 720, color: 'text.secondary' }}>
        {t('lead')}
      </Typography>
      <TutorialCards ids={tutorials.map(({ id }) => id)} heading="h2" />
      <Box sx={{ mt: 6 }}>
        <Contact email={site?.supportEmail} about={t('title')} />
      </Box>
    </Page>
  )
}

function TutorialView({ id }: { id: TutorialId }) {
  const { t } = useTranslation('tutorials')
  const { t: th } = useTranslation('help')
  const language = useLanguage()
  const site = useSiteInfo()
  const video = useRef<HTMLVideoElement>(null)
  const film = filmOf(id, language)
  const title = t(`${id}.title`)
  useDocumentMeta({ title: `${title} · ${th('title')}`, description: t(`${id}.summary`) })
  const seek = (seconds: number) => {
    const element = video.current
    if (!element) return
    element.currentTime = seconds
    // A browser that lets nothing begin by itself shows the step standing still.
    void element.play().catch(() => undefined)
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
  }
  return (
    <Page maxWidth={1280} sx={{ py: { xs: 3, md: 5 } }}>
      <Box sx={{ maxWidth: 880, mx: 'auto' }}>
        <article>
          <Crumbs title={title} />
          <Typography variant="h1">{title}</Typography>
          <Typography variant="subtitle1" sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>
            {t(`${id}.summary`)}
          </Typography>
          {/* Another language is another film: a player that is running would keep the old one. */}
          {film && (
            <>
              <TutorialFilm key={language} id={id} film={film} ref={video} />
              <Typography variant="caption" component="p" sx={{ mt: 1, color: 'text.secondary' }}>
                {t('silent')}
              </Typography>
            </>
          )}
          <Typography variant="h2" sx={{ mt: 5, mb: 3 }}>
            {t('steps')}
          </Typography>
          <TutorialSteps id={id} film={film} onSeek={seek} />
        </article>
        <Useful guide={`tutorials/${id}`} />
      </Box>
      <Typography variant="h2" sx={{ mt: 6, mb: 2 }}>
        {t('others')}
      </Typography>
      <TutorialCards ids={tutorials.map((one) => one.id).filter((one) => one !== id)} heading="h3" />
      <Box sx={{ mt: 6 }}>
        <Contact email={site?.supportEmail} about={title} />
      </Box>
    </Page>
  )
}

function Crumbs({ title }: { title?: string }) {
  const { t } = useTranslation('tutorials')
  const { t: th } = useTranslation('help')
  const { t: tc } = useTranslation('common')
  const here = { fontSize: 'inherit', color: 'text.primary' } as const
  return (
    <Breadcrumbs aria-label={tc('prose.breadcrumbs')} sx={{ mb: 2 }}>
      <Link href={paths.help} sx={{ color: 'text.secondary', fontWeight: 450 }}>
        {th('title')}
      </Link>
      {title ? (
        <Link href={paths.tutorials} sx={{ color: 'text.secondary', fontWeight: 450 }}>
          {t('title')}
        </Link>
      ) : (
        <Typography variant="caption" aria-current="page" sx={here}>
          {t('title')}
        </Typography>
      )}
      {title && (
        <Typography variant="caption" aria-current="page" sx={here}>
          {title}
        </Typography>
      )}
    </Breadcrumbs>
  )
}
