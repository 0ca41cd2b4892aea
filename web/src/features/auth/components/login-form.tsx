import { loginBodySchema } from '@e-events/shared/contract/auth.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { explainError } from '../../../lib/error-words.ts'
import { useServices } from '../../../lib/services.ts'

const formSchema = loginBodySchema.pick({ user: true, password: true })
type LoginFields = z.infer<typeof formSchema>

interface LoginFormProps {
  onDone: (language: string) => void
}

/** The contract's own body schema decides what is valid; the server decides whether it is right. */
export function LoginForm({ onDone }: LoginFormProps) {
  const { t } = useTranslation('auth')
  const { t: tc } = useTranslation('common')
  const { session } = useServices()
  const [failure, setFailure] = useState<unknown>(null)
  const [shown, setShown] = useState(false)
  const form = useForm<LoginFields>({
    resolver: zodResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { user: '', password: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (credentials) => {
    setFailure(null)
    try {
      const user = await session.login(credentials)
      onDone(user.language)
    } catch (error) {
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
        helperText={errors.user && t(form.getValues('user') === '' ? 'rule.required' : 'rule.email')}
        slotProps={{ htmlInput: { autoComplete: 'username', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...form.register('user', { setValueAs: (value: string) => value.trim() })}
      />
      <TextField
        required
        label={t('login.password')}
        type={shown ? 'text' : 'password'}
        error={Boolean(errors.password)}
        helperText={errors.password && t('rule.required')}
        slotProps={{
          htmlInput: { autoComplete: 'current-password' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton size="small" edge="end" aria-label={t('login.show')} aria-pressed={shown} onClick={() => setShown(!shown)}>
                  {shown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
        {...form.register('password')}
      />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth disabled={!isValid} loading={isSubmitting}>
        {t('login.submit')}
      </Button>
    </Box>
  )
}
