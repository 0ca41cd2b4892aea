import { loginBodySchema } from '@e-events/shared/contract/people/auth.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { contractResolver, fieldWords } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'

const formSchema = z.object({ code: loginBodySchema.shape.code.unwrap().min(6) })

interface SecondFactorFormProps {
  credentials: { user: string; password: string }
  onDone: (language: string) => void
  onBack: () => void
}

/** The second half of a login: a code of the app, or one of the recovery codes. */
export function SecondFactorForm({ credentials, onDone, onBack }: SecondFactorFormProps) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { session } = useServices()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<z.infer<typeof formSchema>>({
    resolver: contractResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { code: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  // The field that had the focus is gone; this one continues it.
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(null)
    try {
      const user = await session.login({ ...credentials, code })
      onDone(user.language)
    } catch (error) {
      setFailure(error)
      form.setFocus('code', { shouldSelect: true })
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2.25 }}>
      <FailureAlert error={failure} failure="verification" />
      <TextField
        required
        label={t('login.code.label')}
        error={Boolean(errors.code)}
        helperText={fieldWords(errors.code, tc) ?? t('login.code.help')}
        slotProps={{ htmlInput: { autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false, className: 'tabular' } }}
        {...form.register('code', { setValueAs: (value: string) => value.trim() })}
      />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth disabled={!isValid} loading={isSubmitting}>
        {t('login.code.submit')}
      </Button>
      <Button variant="text" onClick={onBack}>
        {t('login.code.back')}
      </Button>
    </Box>
  )
}
