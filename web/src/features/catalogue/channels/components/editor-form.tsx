import type { Failure } from '@e-events/shared/failures.ts'
import Box from '@mui/material/Box'
import type { ReactNode, SubmitEventHandler } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'

interface EditorFormProps {
  label: string
  onSubmit: SubmitEventHandler
  onDiscard: () => void
  state: { isDirty: boolean; isSubmitting: boolean; isValid: boolean }
  /** Error that belongs to no field. */
  failure: unknown
  action?: Failure
  disabled?: boolean
  children: ReactNode
}

/** One tab of the editor: its fields, and a bar that comes with the first change and asks before it is left. */
export function EditorForm({
  label,
  onSubmit,
  onDiscard,
  state,
  failure,
  action = 'channelUpdate',
  disabled = false,
  children,
}: EditorFormProps) {
  const { t } = useTranslation('channels')
  const { isDirty, isSubmitting, isValid } = state
  return (
    <Box component="form" noValidate aria-label={label} onSubmit={onSubmit}>
      <FailureAlert error={failure} failure={action} />
      {failure !== null && <Box sx={{ height: 16 }} />}
      {children}
      {!disabled && (
        <SaveBar
          label={t('editor.bar')}
          status={t(isDirty ? 'editor.dirty' : 'editor.clean')}
          isDirty={isDirty}
          isSaving={isSubmitting}
          isInvalid={!isValid}
          saveLabel={t('editor.save')}
          discardLabel={t('editor.discard')}
          onDiscard={onDiscard}
        />
      )}
      <UnsavedGuard when={isDirty && !isSubmitting} />
    </Box>
  )
}

/** Two fields beside each other where there is room. */
export const twoColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' },
  gap: 2,
} as const
export const fieldStack = { p: 2, display: 'grid', gap: 2 } as const
