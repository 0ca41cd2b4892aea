import { resetBody, signUp } from '@e-events/shared/contract/people/auth.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'
import { contractResolver, fieldWords, judgesAgain, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'

interface ResetFormProps {
  token: string
  onDone: () => void
  /** The link is unknown, used or too old. */
  onInvalid: () => void
}

export function ResetForm({ token, onDone, onInvalid }: ResetFormProps) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const rulesId = useId()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<z.infer<typeof resetBody>>({
    resolver: contractResolver(resetBody, { same: [['password', 'passwordConfirm']] }),
    mode: 'onTouched',
    defaultValues: { password: '', passwordConfirm: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      await api.call(signUp.reset, { params: { token }, body })
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'LINK_INVALID') onInvalid()
      else if (!showRefusal(error, { setError: form.setError, fields: Object.keys(body) })) setFailure(error)
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2.25 }}>
      <FailureAlert error={failure} failure="passwordUpdate" />
      <PasswordField
        required
        label={t('reset.password')}
        autoComplete="new-password"
        aria-describedby={rulesId}
        error={Boolean(errors.password)}
        helperText={fieldWords(errors.password, tc)}
        {...form.register('password', judgesAgain(form, 'passwordConfirm'))}
      />
      <PasswordRules password={password} id={rulesId} />
      <PasswordField
        required
        label={t('reset.passwordConfirm')}
        autoComplete="new-password"
        error={Boolean(errors.passwordConfirm)}
        helperText={fieldWords(errors.passwordConfirm, tc)}
        {...form.register('passwordConfirm')}
      />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth disabled={!isValid} loading={isSubmitting}>
        {t('reset.submit')}
      </Button>
    </Box>
  )
}
