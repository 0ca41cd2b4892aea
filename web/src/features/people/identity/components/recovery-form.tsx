import { signUp } from '@e-events/shared/contract/people/auth.ts'
import { emailSchema } from '@e-events/shared/contract/common.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'

const formSchema = z.object({ email: emailSchema })

/**
 * Asks for a link by mail: for a new password, or to activate an account that never was. The answer is the same for
 * everybody.
 */
export function RecoveryForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('identity')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<z.infer<typeof formSchema>>({
    resolver: contractResolver(formSchema),
    mode: 'onTouched',
    defaultValues: { email: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(null)
    try {
      await api.call(signUp.recovery, { body: { email } })
      onSent(email)
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields: ['email'] })) setFailure(error)
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2.25 }}>
      <FailureAlert error={failure} failure="verification" />
      <TextField
        required
        label={t('login.email')}
        type="email"
        error={Boolean(errors.email)}
        helperText={fieldWords(errors.email, tc)}
        slotProps={{ htmlInput: { autoComplete: 'username', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...form.register('email', { setValueAs: (value: string) => value.trim() })}
      />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth disabled={!isValid} loading={isSubmitting}>
        {t('recovery.submit')}
      </Button>
    </Box>
  )
}
