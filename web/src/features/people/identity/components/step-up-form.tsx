import { account, stepUpBody } from '@e-events/shared/contract/people/account.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PasswordField } from './password-field.tsx'
import { explainError } from '../../../../lib/error-words.ts'
import { contractResolver, fieldWords } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'

const withoutCode = z.object({ password: stepUpBody.shape.password })
const withCode = withoutCode.extend({ code: stepUpBody.shape.code.unwrap().min(6) })
type Fields = z.infer<typeof withCode>

interface StepUpFormProps {
  textId: string
  /** For password managers; nobody has to type it. */
  email: string | undefined
  hasSecondFactor: boolean
  busy: boolean
  onBusy: (busy: boolean) => void
  onDone: (confirmed: boolean) => void
}

export function StepUpForm({ textId, email, hasSecondFactor, busy, onBusy, onDone }: StepUpFormProps) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [failure, setFailure] = useState<unknown>(null)
  // The known account may be older than its second factor.
  const [wantsCode, setWantsCode] = useState(hasSecondFactor)
  const form = useForm<Fields>({
    resolver: contractResolver(wantsCode ? withCode : withoutCode) as never,
    mode: 'onTouched',
    defaultValues: { password: '', code: '' },
  })
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus(wantsCode && !hasSecondFactor ? 'code' : 'password'), [setFocus, wantsCode, hasSecondFactor])
  const submit = form.handleSubmit(async ({ password, code }) => {
    setFailure(null)
    onBusy(true)
    try {
      await api.call(account.stepUp, { body: wantsCode ? { password, code } : { password } })
      onDone(true)
    } catch (error) {
      onBusy(false)
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED') return setWantsCode(true)
      setFailure(error)
      setFocus(error instanceof ApiError && error.code === 'TWO_FACTOR_WRONG' ? 'code' : 'password', { shouldSelect: true })
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      <DialogContent sx={{ display: 'grid', gap: 2.25 }}>
        <Box id={textId} sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('stepUp.text')}
        </Box>
        {failure !== null && (
          <Alert severity="error" role="alert">
            {failure instanceof ApiError && failure.code === 'PASSWORD_WRONG' ? t('stepUp.wrong') : explainError(failure, tc).text}
          </Alert>
        )}
        <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          required
          label={t('login.password')}
          autoComplete="current-password"
          error={Boolean(errors.password)}
          helperText={fieldWords(errors.password, tc)}
          {...form.register('password')}
        />
        {wantsCode && (
          <TextField
            required
            label={t('login.code.label')}
            error={Boolean(errors.code)}
            helperText={fieldWords(errors.code, tc) ?? t('login.code.help')}
            slotProps={{ htmlInput: { autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false, className: 'tabular' } }}
            {...form.register('code', { setValueAs: (value: string) => value.trim() })}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" disabled={busy} onClick={() => onDone(false)}>
          {tc('action.cancel')}
        </Button>
        <Button type="submit" variant="contained" color="inherit" loading={busy}>
          {t('stepUp.submit')}
        </Button>
      </DialogActions>
    </Box>
  )
}
