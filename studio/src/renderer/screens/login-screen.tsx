import { loginBodySchema } from '@e-events/shared/contract/people/auth.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { wordsOf } from '../lib/errors.ts'
import { useLanguage } from '../lib/i18n.ts'
import { useServices } from '../lib/services.ts'
import { Gate } from './gate.tsx'

/** The same rules that the api enforces. */
const formSchema = loginBodySchema.pick({ user: true, password: true, code: true })

export function LoginScreen({ expired }: { expired: boolean }) {
  const { t } = useTranslation()
  return (
    <Gate title={t('login.title')} lead={t('login.lead')}>
      {expired && (
        <Alert severity="warning" sx={{ mb: 2.5 }}>
          {t('login.expired')}
        </Alert>
      )}
      <LoginForm />
      <ServerLine />
    </Gate>
  )
}

/** Also shown over the desk when a session runs out during a show. */
export function LoginForm({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation()
  const { session } = useServices()
  const language = useLanguage()
  const [failure, setFailure] = useState<string | null>(null)
  const [visible, setVisible] = useState(false)
  /** The password was right, and this account has a second factor. */
  const [asksForCode, setAsksForCode] = useState(false)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { user: '', password: '', code: '' },
  })
  const { errors, isValid, isSubmitting } = formState
  const submit = handleSubmit(async ({ user, password, code }) => {
    setFailure(null)
    try {
      await session.login({ user, password, ...(asksForCode && code ? { code } : {}) })
      onDone?.()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED' && !asksForCode) setAsksForCode(true)
      else setFailure(wordsOf(error, t, language))
    }
  })
  const eye = visible ? <VisibilityOffOutlined /> : <VisibilityOutlined />
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2.25 }}>
      <TextField
        {...register('user')}
        required
        label={t('login.email')}
        type="email"
        error={errors.user !== undefined}
        helperText={errors.user && t('login.emailInvalid')}
        slotProps={{ htmlInput: { autoComplete: 'username', autoFocus: true } }}
      />
      <TextField
        {...register('password')}
        required
        label={t('login.password')}
        type={visible ? 'text' : 'password'}
        error={errors.password !== undefined}
        helperText={errors.password && t('login.passwordMissing')}
        slotProps={{
          htmlInput: { autoComplete: 'current-password' },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={t(visible ? 'login.hide' : 'login.show')}
                  onClick={() => setVisible(!visible)}
                >
                  {eye}
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {asksForCode && (
        <TextField
          {...register('code')}
          required
          label={t('login.code')}
          helperText={t('login.codeHint')}
          slotProps={{ htmlInput: { autoComplete: 'one-time-code', autoFocus: true, maxLength: 40 } }}
        />
      )}
      {failure && (
        <Alert severity="error" role="alert">
          {failure}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        disabled={!isValid || isSubmitting}
        startIcon={isSubmitting ? <CircularProgress size={16} color="inherit" aria-label={t('shell.loading')} /> : undefined}
      >
        {t('login.submit')}
      </Button>
    </Box>
  )
}

/** In the application: which platform this is, and the way to another one. */
function ServerLine() {
  const { t } = useTranslation()
  const { platform, queries } = useServices()
  const server = useQuery({ queryKey: ['server'], queryFn: () => platform.server.origin(), staleTime: Infinity })
  if (!platform.server.forget || !server.data) return null
  const change = async () => {
    await platform.server.forget?.()
    await queries.invalidateQueries({ queryKey: ['server'] })
  }
  return (
    <Box sx={{ mt: 3, display: 'flex', alignItems: 'center', gap: 1, typography: 'caption', color: 'text.secondary' }}>
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {server.data}
      </Box>
      <Button size="small" variant="text" onClick={() => void change()}>
        {t('server.change')}
      </Button>
    </Box>
  )
}
