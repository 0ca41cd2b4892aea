import { account } from '@e-events/shared/contract/people/account.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { PasswordField } from '../../identity/components/password-field.tsx'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'

interface PasswordDialogProps {
  title: string
  children?: ReactNode
  confirmLabel: string
  destructive?: boolean
  /** Asks for a code of the second factor as well. */
  withCode?: boolean
  /**
   * Does what the password was asked for; a refusal stays in the dialog. The code is empty where none was asked for.
   */
  onConfirm: (password: string, code: string) => Promise<void>
  onClose: () => void
}

const bothSchema = account.stopTwoFactor.body
const passwordSchema = bothSchema.extend({ code: z.string() })

/** Confirms sensitive changes with the password: an unattended screen must not be enough. */
export function PasswordDialog({ title, children, confirmLabel, destructive = false, withCode = false, ...rest }: PasswordDialogProps) {
  const { onConfirm, onClose } = rest
  const { t } = useTranslation('account')
  const { t: tc } = useTranslation('common')
  const titleId = useId()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<z.input<typeof bothSchema>>({
    mode: 'onTouched',
    resolver: contractResolver(withCode ? bothSchema : passwordSchema),
    defaultValues: { password: '', code: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ password, code }) => {
    setFailure(null)
    try {
      await onConfirm(password, code)
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields: ['password'], of: { PASSWORD_WRONG: ['password', 'wrong'] } }))
        setFailure(error)
    }
  })
  return (
    <Dialog open onClose={isSubmitting ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {children && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{children}</Box>}
          <FailureAlert error={failure} failure="dataUpdate" />
          <PasswordField
            required
            autoComplete="current-password"
            label={t('twoFactor.password')}
            error={Boolean(errors.password)}
            helperText={fieldWords(errors.password, tc)}
            {...form.register('password')}
          />
          {withCode && (
            <TextField
              required
              label={t('twoFactor.anyCode')}
              error={Boolean(errors.code)}
              helperText={fieldWords(errors.code, tc)}
              slotProps={{ htmlInput: { autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false, className: 'tabular' } }}
              {...form.register('code')}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={isSubmitting} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={destructive ? 'primary' : 'inherit'} disabled={!isValid} loading={isSubmitting}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
