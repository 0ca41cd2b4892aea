import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { limits } from '@e-events/shared/limits.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PasswordField } from './password-field.tsx'
import { paths } from '../../../../config/paths.ts'
import { explainError } from '../../../../lib/error-words.ts'
import { contractResolver, fieldWords } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'

const formSchema = z.object({ password: z.string().min(1).max(limits.passwordMaxChars) })

interface ActivationPasswordFormProps {
  token: string
  onDone: (state: 'active' | 'pending') => void
  onInvalid: () => void
}

/**
 * The link was opened in another browser than the one that signed up: the password of the sign-up says that it is the
 * same person.
 */
export function ActivationPasswordForm({ token, onDone, onInvalid }: ActivationPasswordFormProps) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<z.infer<typeof formSchema>>({
    resolver: contractResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { state } = await api.call(signUp.activate, { params: { token }, body })
      if (state !== 'password') onDone(state)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'LINK_INVALID') return onInvalid()
      setFailure(error)
      form.setFocus('password', { shouldSelect: true })
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2.25 }}>
      {failure !== null && (
        <Alert severity="error" role="alert">
          {failure instanceof ApiError && failure.code === 'PASSWORD_WRONG' ? t('activate.password.wrong') : explainError(failure, tc).text}
        </Alert>
      )}
      <PasswordField
        required
        label={t('login.password')}
        autoComplete="current-password"
        error={Boolean(errors.password)}
        helperText={fieldWords(errors.password, tc)}
        {...form.register('password')}
      />
      <Link href={paths.recovery} variant="body2" sx={{ justifySelf: 'start', mt: -0.75, py: 0.5 }}>
        {t('activate.password.unknown')}
      </Link>
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth disabled={!isValid} loading={isSubmitting}>
        {t('activate.password.submit')}
      </Button>
    </Box>
  )
}
