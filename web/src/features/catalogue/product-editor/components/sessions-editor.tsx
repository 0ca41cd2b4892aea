import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DateTimeField } from '../../../../components/forms/date-time-field.tsx'
import { fieldWords, objectsMessage } from '../../../../lib/form.ts'
import { useEditor } from '../editor-context.ts'
import type { ProductFields } from '../fields.ts'
import { useField } from './bound-fields.tsx'
import { FrozenNote } from './frozen-note.tsx'
import { OwnTime } from './own-time.tsx'
import { SavedSession } from './saved-session.tsx'

const usualLengthMs = 2 * 3_600_000

/** Dates on the clock of Central Europe, each with what it is where the organizer sits. */
export function SessionsEditor({ isRequired }: { isRequired: boolean }) {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { product, form } = useEditor()
  const rows = useFieldArray<ProductFields, 'sessions', 'rowId'>({ name: 'sessions', keyName: 'rowId' })
  const addButton = useRef<HTMLButtonElement>(null)
  const isFrozen = product !== null && !product.allowed.changeSessions
  const isMissing = isRequired && rows.fields.length === 0
  const add = () => {
    const last = form.fields.sessions.at(-1)
    // The next one of a series is usually a week later at the same hour.
    const shift = (at: string | null | undefined) => (at ? new Date(Date.parse(at) + 7 * 24 * 3_600_000).toISOString() : null)
    const added = { key: crypto.randomUUID(), id: null, startsAt: shift(last?.startsAt), endsAt: shift(last?.endsAt) }
    // Not by `append`, which judges at once what nobody has touched.
    form.form.setValue('sessions', [...form.form.getValues('sessions'), added], { shouldDirty: true })
  }
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('dates.zone')}
      </Typography>
      {isFrozen && <FrozenNote>{t('dates.frozen')}</FrozenNote>}
      {rows.fields.length > 0 && (
        <Box component="ol" aria-label={t('dates.title')} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {rows.fields.map((row, index) => (
            <Box
              component="li"
              key={row.rowId}
              sx={{ p: 2, borderRadius: '12px', border: 1, borderColor: 'border.subtle', bgcolor: 'surface.sunken' }}
            >
              {isFrozen && row.id !== null && product ? (
                <SavedSession session={row} product={product} />
              ) : (
                <SessionRow
                  index={index}
                  onRemove={() => {
                    rows.remove(index)
                    addButton.current?.focus()
                  }}
                />
              )}
            </Box>
          ))}
        </Box>
      )}
      {isMissing && (
        <FormHelperText error role="alert">
          {fieldWords({ type: 'at_least', message: objectsMessage('sessions', 1) }, tc)}
        </FormHelperText>
      )}
      <Button
        ref={addButton}
        startIcon={<AddRounded />}
        disabled={rows.fields.length >= limits.sessionsPerProduct || (product !== null && !product.allowed.addSession)}
        onClick={add}
        sx={{ justifySelf: 'start' }}
      >
        {t('dates.add')}
      </Button>
    </>
  )
}

function SessionRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { t } = useTranslation('product-editor')
  const starts = useField(`sessions.${index}.startsAt`)
  const ends = useField(`sessions.${index}.endsAt`)
  const changeStart = (next: string | null) => {
    const [was, end] = [starts.field.value, ends.field.value]
    starts.field.onChange(next)
    if (next === null) return
    // The length stays when the beginning moves.
    const lengthMs = was !== null && end !== null ? Date.parse(end) - Date.parse(was) : usualLengthMs
    if (end === null || was !== null) ends.field.onChange(new Date(Date.parse(next) + lengthMs).toISOString())
  }
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
        <Typography variant="label" component="div" sx={{ flex: 1 }}>
          {t('dates.session', { number: index + 1 })}
        </Typography>
        <IconButton size="small" aria-label={t('dates.remove', { number: index + 1 })} onClick={onRemove}>
          <DeleteOutlineRounded />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' }, alignItems: 'start' }}>
        <DateTimeField
          required
          label={t('dates.starts')}
          value={starts.field.value}
          onChange={changeStart}
          onBlur={starts.field.onBlur}
          error={starts.error !== undefined}
          helperText={starts.error}
        />
        <DateTimeField
          required
          label={t('dates.ends')}
          value={ends.field.value}
          onChange={ends.field.onChange}
          onBlur={ends.field.onBlur}
          error={ends.error !== undefined}
          helperText={ends.error}
        />
      </Box>
      <OwnTime session={{ startsAt: starts.field.value, endsAt: ends.field.value }} />
    </>
  )
}
