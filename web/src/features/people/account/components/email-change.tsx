import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import { limits } from '@e-events/shared/limits.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { PasswordField } from '../../identity/components/password-field.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { useAccountAction, useLearnMyData } from '../use-my-data.ts'
import { BlockForm, twoColumns } from './block-form.tsx'

type Fields = z.input<typeof account.changeEmail.body>
const bold = <Box component="strong" sx={{ color: 'text.primary', overflowWrap: 'anywhere' }} />

export function EmailChange({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const learn = useLearnMyData()
  const snacks = useSnacks()
  const [failure, setFailure] = useState<unknown>(null)
  const cancel = useAccountAction(() => api.call(account.cancelEmailChange), { key: 'email', done: t('email.cancelled') })
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(account.changeEmail.body),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const saved = await api.call(account.changeEmail, { body })
      form.reset()
      learn(saved)
      snacks.success(t('email.sent'), { key: 'email' })
    } catch (error) {
      const isSaid = showRefusal(error, {
        setError: form.setError,
        fields: ['email', 'password'],
        of: { PASSWORD_WRONG: ['password', 'wrong'], EMAIL_TAKEN: ['email', 'taken'], EMAIL_DOMAIN_REFUSED: ['email', 'domain'] },
      })
      if (!isSaid) setFailure(error)
    }
  })
  return (
    <FormSection title={t('email.title')} note={t('email.note')}>
      {data.newEmail === null ? (
        <BlockForm onSubmit={(event) => void submit(event)} submitLabel={t('email.submit')} state={form.formState} failure={failure}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <Trans t={t} i18nKey="email.now" values={{ email: data.user }} components={{ b: bold }} />
          </Typography>
          <Box sx={twoColumns}>
            <TextField
              required
              type="email"
              label={t('email.new')}
              error={Boolean(errors.email)}
              helperText={fieldWords(errors.email, tc)}
              slotProps={{ htmlInput: { autoComplete: 'email', autoCapitalize: 'none', spellCheck: false } }}
              {...form.register('email', { setValueAs: (value: string) => value.trim() })}
            />
            <PasswordField
              required
              autoComplete="current-password"
              label={t('email.password')}
              error={Boolean(errors.password)}
              helperText={fieldWords(errors.password, tc)}
              {...form.register('password')}
            />
          </Box>
        </BlockForm>
      ) : (
        <Box sx={{ p: 2 }}>
          <Alert
            severity="warning"
            action={
              <Button size="small" variant="text" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                {t('email.cancel')}
              </Button>
            }
          >
            <Trans
              t={t}
              i18nKey="email.waiting"
              values={{ email: data.newEmail, hours: limits.emailChangeLinkMs / 3_600_000 }}
              components={{ b: bold }}
            />
          </Alert>
        </Box>
      )}
    </FormSection>
  )
}
