import { lessonNotes, type LessonNote } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { limits } from '@e-events/shared/limits.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { notesQuery } from '../queries.ts'
import { NoteItem } from './note-item.tsx'

interface LessonNotesProps {
  slug: string
  lessonId: string
  /** The video that plays beside it; null for a text. */
  place: { positionSec(): number; seek(sec: number): void } | null
}

/** Own notes in a lesson: a new one belongs to the second at which its first letter was written. */
export function LessonNotes({ slug, lessonId, place }: LessonNotesProps) {
  const { t } = useTranslation('lesson-notes')
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const id = useId()
  const [text, setText] = useState('')
  const [atSec, setAtSec] = useState<number | null>(null)
  const { data } = useQuery(notesQuery(api, slug))
  const notes = (data?.notes ?? []).filter(({ lesson }) => lesson.id === lessonId)
  const add = useMutation({
    mutationFn: () =>
      api.call(lessonNotes.add, {
        params: { slug, id: lessonId },
        body: { text, positionMs: atSec === null ? null : Math.round(atSec * 1000) },
      }),
    onSuccess: (note) => {
      setText('')
      setAtSec(null)
      queries.setQueryData(notesQuery(api, slug).queryKey, (old) => old && { notes: inOrder([...old.notes, note]) })
    },
    onError: (error) => showError(error, { key: 'note', failure: 'dataUpdate' }),
  })
  const write = (next: string) => {
    if (text === '' && next !== '' && place) setAtSec(Math.floor(place.positionSec()))
    if (next === '') setAtSec(null)
    setText(next)
  }
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h5" component="h2" id={id} sx={{ m: 0 }}>
        {t('title')}
      </Typography>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '' && !add.isPending) add.mutate()
        }}
        sx={{ display: 'grid', gap: 1 }}
      >
        <TextField
          multiline
          minRows={2}
          size="small"
          label={atSec === null ? t('new') : t('newAt', { at: clock(atSec) })}
          helperText={t('private')}
          value={text}
          onChange={({ target }) => write(target.value)}
          slotProps={{ htmlInput: { maxLength: limits.learnerNoteChars } }}
        />
        <Button
          type="submit"
          size="small"
          variant="soft"
          disabled={text.trim() === ''}
          loading={add.isPending}
          sx={{ justifySelf: 'start' }}
        >
          {t('add')}
        </Button>
      </Box>
      {notes.length > 0 && (
        <Box component="ul" aria-label={t('title')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {notes.map((note) => (
            <NoteItem key={note.id} slug={slug} note={note} onSeek={place?.seek} />
          ))}
        </Box>
      )}
    </Box>
  )
}

/** Notes of one lesson by their place; the lessons keep the order that the server gave. */
function inOrder(notes: readonly LessonNote[]): LessonNote[] {
  const order = [...new Set(notes.map(({ lesson }) => lesson.id))]
  return notes.toSorted((a, b) => order.indexOf(a.lesson.id) - order.indexOf(b.lesson.id) || (a.positionMs ?? -1) - (b.positionMs ?? -1))
}
