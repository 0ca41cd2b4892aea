import type { PlaybackConfig } from '@e-events/shared/contract/settings/config.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../../components/forms/form-section.tsx'
import { SaveBar } from '../../../../../components/forms/save-bar.tsx'
import { UnsavedGuard } from '../../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../../lib/services.ts'
import { playbackResource } from '../../resources.ts'
import { useEdited } from '../../use-edited.ts'
import { ConflictAlert } from '../conflict-alert.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { SectionSkeleton } from './switches-form.tsx'

const choices = Array.from({ length: limits.playbacksPerTicketMax }, (_, i) => i + 1)

/** On how many devices one ticket plays at a time. */
export function PlaybackForm() {
  const { t } = useTranslation('site-config')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const { value: stored, save, ...edited } = useEdited(playbackResource(api, queries))
  const [typed, setTyped] = useState<Partial<PlaybackConfig>>({})
  if (edited.loadError) return <LoadFailure error={edited.loadError} isLoading={edited.isLoading} onRetry={() => void edited.reload()} />
  if (!stored) return <SectionSkeleton rows={1} />
  const { playbacksPerTicket } = { ...stored, ...typed }
  const isDirty = playbacksPerTicket !== stored.playbacksPerTicket
  const submit = () =>
    save.mutate(
      { playbacksPerTicket },
      {
        onSuccess: () => {
          setTyped({})
          snacks.success({ id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'ADMIN.PAGE.SAVE' })
        },
        onError: () => snacks.error({ id: 'ADMIN.PAGE.SAVE_ERROR' }, { key: 'ADMIN.PAGE.SAVE' }),
      },
    )
  return (
    <>
      {edited.isConflict && <ConflictAlert isLoading={edited.isLoading} onReload={() => void edited.reload()} />}
      <FormSection title={t('playback.title')} note={t('playback.note')}>
        <Box sx={{ p: 2 }}>
          <TextField
            select
            fullWidth
            label={t('playback.perTicket')}
            helperText={t('playback.perTicketNote')}
            value={playbacksPerTicket}
            disabled={save.isPending}
            onChange={({ target }) => setTyped({ playbacksPerTicket: Number(target.value) })}
            sx={{ maxWidth: 420 }}
          >
            {choices.map((count) => (
              <MenuItem key={count} value={count}>
                {t('playback.devices', { count })}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      </FormSection>
      {isDirty && (
        <SaveBar
          label={t('playback.saveBar')}
          status={t('unsaved')}
          isDirty
          isSaving={save.isPending}
          saveLabel={t('save')}
          discardLabel={t('discard')}
          onDiscard={() => setTyped({})}
          onSave={submit}
        />
      )}
      <UnsavedGuard when={isDirty && !save.isPending} />
    </>
  )
}
