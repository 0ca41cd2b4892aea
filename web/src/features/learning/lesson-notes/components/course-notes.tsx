import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { notesQuery } from '../queries.ts'
import { NoteItem } from './note-item.tsx'

/** Own notes of a whole course, by lesson; each leads to its second. */
export function CourseNotes({ slug }: { slug: string }) {
  const { t } = useTranslation('lesson-notes')
  const { api } = useServices()
  const found = useQuery(notesQuery(api, slug))
  if (found.isPending) return <Skeleton variant="rounded" height={120} aria-label={t('loading')} />
  if (!found.data)
    return (
      <ErrorNotice error={found.error} title={t('error')} onRetry={() => void found.refetch()} retrying={found.isFetching} heading="h2" />
    )
  const { notes } = found.data
  if (notes.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
  const lessons = new Map(notes.map(({ lesson }) => [lesson.id, lesson.title]))
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {[...lessons].map(([id, title]) => (
        <Box component="section" key={id} sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
            {notes
              .filter(({ lesson }) => lesson.id === id)
              .map((note) => (
                <NoteItem
                  key={note.id}
                  slug={slug}
                  note={note}
                  href={`${paths.lesson(slug, id)}?t=${Math.floor((note.positionMs ?? 0) / 1000)}`}
                />
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
