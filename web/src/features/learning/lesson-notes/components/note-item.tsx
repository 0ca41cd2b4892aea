import { lessonNotes, type LessonNote } from '@e-events/shared/contract/learning/lesson-notes.ts'
import { limits } from '@e-events/shared/limits.ts'
import { clock } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../../lib/services.ts'
import { notesQuery } from '../queries.ts'

interface NoteItemProps {
  slug: string
  note: LessonNote
  /** Shows the place of the note; left out where nothing plays. */
  onSeek?: ((sec: number) => void) | undefined
  /** The address that shows its place, where nothing plays. */
  href?: string | undefined
}

/** A note with its place; it is changed and deleted where it stands. */
export function NoteItem({ slug, note, onSeek, href }: NoteItemProps) {
  const { t } = useTranslation('lesson-notes')
  const { api, queries } = useServices()
  const showError = useErrorSnack()
  const [draft, setDraft] = useState<string | null>(null)
  const params = { id: note.id }
  const key = notesQuery(api, slug).queryKey
  const change = useMutation({
    mutationFn: (text: string) => api.call(lessonNotes.update, { params, body: { text } }),
    onSuccess: (latest) => {
      setDraft(null)
      queries.setQueryData(key, (old) => old && { notes: old.notes.map((one) => (one.id === latest.id ? latest : one)) })
    },
    onError: (error) => showError(error, { key: 'note', failure: 'dataUpdate' }),
  })
  const remove = useMutation({
    mutationFn: () => api.call(lessonNotes.remove, { params }),
    onSuccess: () => queries.setQueryData(key, (old) => old && { notes: old.notes.filter((one) => one.id !== note.id) }),
    onError: (error) => showError(error, { key: 'note', failure: 'dataUpdate' }),
  })
  const at = note.positionMs === null ? null : clock(note.positionMs / 1000)
  const placed = at === null ? undefined : t('goTo', { at })
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.75, p: 1.5, borderRadius: '10px', bgcolor: 'surface.sunken' }}>
      {at !== null && onSeek && (
        <Button
          size="small"
          variant="text"
          onClick={() => onSeek((note.positionMs ?? 0) / 1000)}
          aria-label={placed}
          sx={{ justifySelf: 'start', px: 1 }}
        >
          {at}
        </Button>
      )}
      {at !== null && !onSeek && href !== undefined && (
        <Button size="small" variant="text" href={href} aria-label={placed} sx={{ justifySelf: 'start', px: 1 }}>
          {at}
        </Button>
      )}
      {draft === null ? (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note.text}</Typography>
      ) : (
        <TextField
          multiline
          size="small"
          label={t('edit')}
          value={draft}
          inputRef={focus}
          onChange={({ target }) => setDraft(target.value)}
          slotProps={{ htmlInput: { maxLength: limits.learnerNoteChars } }}
        />
      )}
      <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
        {draft === null ? (
          <>
            <Button size="small" variant="text" onClick={() => setDraft(note.text)}>
              {t('change')}
            </Button>
            <Button size="small" variant="text" color="error" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('remove')}
            </Button>
          </>
        ) : (
          <>
            <Button size="small" disabled={draft.trim() === ''} loading={change.isPending} onClick={() => change.mutate(draft)}>
              {t('save')}
            </Button>
            <Button size="small" variant="text" onClick={() => setDraft(null)}>
              {t('cancel')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  )
}

/** Focus the field: the person who asks to change a note types next.*/
const focus = (field: HTMLElement | null) => field?.focus()
