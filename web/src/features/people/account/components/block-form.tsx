import type { Failure } from '@e-events/shared/failures.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode, SubmitEventHandler } from 'react'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useDirtyBlock } from './dirty-blocks.tsx'

interface BlockFormProps {
  onSubmit: SubmitEventHandler
  submitLabel: string
  state: { isValid: boolean; isDirty: boolean; isSubmitting: boolean }
  /** Error that belongs to no field. */
  failure: unknown
  /** Action, for the case that the server gives no reason. */
  action?: Failure
  children: ReactNode
}

/** One block of my data: its fields, and a button that works once something was changed and all of it is valid. */
export function BlockForm({ onSubmit, submitLabel, state, failure, action = 'dataUpdate', children }: BlockFormProps) {
  const { isValid, isDirty, isSubmitting } = state
  useDirtyBlock(isDirty)
  return (
    <Box component="form" noValidate onSubmit={onSubmit}>
      <Box sx={{ p: 2, display: 'grid', gap: 2 }}>
        <FailureAlert error={failure} failure={action} />
        {children}
      </Box>
      <Box sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'border.subtle', display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" color="inherit" disabled={!isDirty || !isValid} loading={isSubmitting}>
          {submitLabel}
        </Button>
      </Box>
    </Box>
  )
}

/** Two fields beside each other where there is room. */
export const twoColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' },
  gap: 2,
} as const
