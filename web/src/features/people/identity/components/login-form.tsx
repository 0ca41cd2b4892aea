import { loginBodySchema } from '@e-events/shared/contract/people/auth.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { PasswordField } from './password-field.tsx'
import { paths } from '../../../../config/paths.ts'
import { explainError } from '../../../../lib/error-words.ts'
import { contractResolver, fieldWords } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'

const formSchema = loginBodySchema.pick({ user: true, password: true })
type Credentials = z.infer<typeof formSchema>

interface LoginFormProps {
  onDone: (language: string) => void
  /** The password was right and the account has a second factor. */
  onSecondFactor: (credentials: Credentials) => void
  initialUser?: string
}

/** The contract's own body schema decides what is valid; the server decides whether it is right. */
export function LoginForm({ onDone, onSecondFactor, initialUser = '' }: LoginFormProps) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { session } = useServices()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Credentials>({
    resolver: contractResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { user: initialUser, password: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (credentials) => {
    setFailure(null)
    try {
      const user = await session.login(credentials)
      onDone(user.language)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED') {
        onSecondFactor(credentials)
        return
      }
      setFailure(error)
      form.setFocus('password', { shouldSelect: true })
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2.25 }}>
      {failure !== null && (
        <Alert severity="error" role="alert">
          {failure instanceof ApiError && failure.code === 'INVALID_LOGIN' ? t('login.refused') : explainError(failure, tc).text}
        </Alert>
      )}
      <TextField
        required
        label={t('login.email')}
        type="email"
        error={Boolean(errors.user)}
        helperText={fieldWords(errors.user, tc)}
        slotProps={{ htmlInput: { autoComplete: 'username', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...form.register('user', { setValueAs: (value: string) => value.trim() })}
      />
      <PasswordField
        required
        label={t('login.password')}
        autoComplete="current-password"
        error={Boolean(errors.password)}
        helperText={fieldWords(errors.password, tc)}
        {...form.register('password')}
      />
      <Link href={paths.recovery} variant="body2" sx={{ justifySelf: 'start', mt: -0.75, py: 0.5 }}>
        {t('login.forgot')}
      </Link>
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth disabled={!isValid} loading={isSubmitting}>
        {t('login.submit')}
      </Button>
    </Box>
  )
}
