import { account, changePasswordBody } from '@e-events/shared/contract/people/account.ts'
import Box from '@mui/material/Box'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { PasswordField } from '../../identity/components/password-field.tsx'
import { PasswordRules } from '../../identity/components/password-rules.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { contractResolver, fieldWords, judgesAgain, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { devicesQuery } from '../queries.ts'
import { BlockForm, twoColumns } from './block-form.tsx'

type Fields = z.input<typeof changePasswordBody>

export function PasswordChange() {
  const { t } = useTranslation('account')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const rulesId = useId()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(changePasswordBody, {
      same: [['password', 'passwordConfirm']],
      extra: ({ currentPassword, password }): { password?: 'password_same' } =>
        password && password === currentPassword ? { password: 'password_same' } : {},
    }),
    defaultValues: { currentPassword: '', password: '', passwordConfirm: '' },
  })
  const { errors } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      await api.call(account.changePassword, { body })
      form.reset()
      snacks.success(t('password.saved'), { key: 'password' })
      // The others were signed out.
      void queries.invalidateQueries({ queryKey: devicesQuery(api).queryKey })
    } catch (error) {
      const isSaid = showRefusal(error, {
        setError: form.setError,
        fields: Object.keys(body),
        of: { PASSWORD_WRONG: ['currentPassword', 'wrong'] },
      })
      if (!isSaid) setFailure(error)
    }
  })
  return (
    <FormSection title={t('password.title')} note={t('password.note')}>
      <BlockForm
        onSubmit={(event) => void submit(event)}
        submitLabel={t('password.submit')}
        state={form.formState}
        failure={failure}
        action="passwordUpdate"
      >
        <Box sx={{ ...twoColumns, '& > :first-of-type': { gridColumn: { sm: '1 / 2' } } }}>
          <PasswordField
            required
            autoComplete="current-password"
            label={t('password.current')}
            error={Boolean(errors.currentPassword)}
            helperText={fieldWords(errors.currentPassword, tc)}
            {...form.register('currentPassword', judgesAgain(form, 'password'))}
          />
        </Box>
        <Box sx={twoColumns}>
          <PasswordField
            required
            autoComplete="new-password"
            aria-describedby={rulesId}
            label={t('password.new')}
            error={Boolean(errors.password)}
            helperText={fieldWords(errors.password, tc)}
            {...form.register('password', judgesAgain(form, 'passwordConfirm'))}
          />
          <PasswordField
            required
            autoComplete="new-password"
            label={t('password.again')}
            error={Boolean(errors.passwordConfirm)}
            helperText={fieldWords(errors.passwordConfirm, tc)}
            {...form.register('passwordConfirm')}
          />
        </Box>
        <PasswordRules password={password} id={rulesId} />
      </BlockForm>
    </FormSection>
  )
}
