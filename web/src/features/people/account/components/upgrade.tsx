import { hasRole } from '@e-events/shared/domain/roles.ts'
import { account, type MyData } from '@e-events/shared/contract/people/account.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { useAccountAction, useLearnMyData } from '../use-my-data.ts'
import { useDirtyBlock } from './dirty-blocks.tsx'

const bodySchema = account.requestUpgrade.body

/** The wish to organize, and what staff made of it. */
export function Upgrade({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { api } = useServices()
  const language = useLanguage()
  const withdraw = useAccountAction(() => api.call(account.withdrawUpgrade), { key: 'upgrade', done: t('upgrade.withdrawn') })
  const { upgrade } = data
  const isOrganizer = hasRole(data.roles, 'PRODUCER')
  // Who organizes already has nothing to ask for.
  if (isOrganizer && upgrade?.state !== 'approved') return null
  return (
    <FormSection title={t('upgrade.title')} note={t('upgrade.note')}>
      {upgrade?.state === 'pending' && (
        <Box sx={{ p: 2 }}>
          <Alert
            severity="warning"
            action={
              <Button size="small" variant="text" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
                {t('upgrade.withdraw')}
              </Button>
            }
          >
            {t('upgrade.pending', { date: date(upgrade.requestedAt, 'day', language) })}
          </Alert>
        </Box>
      )}
      {upgrade?.state === 'approved' && (
        <Box sx={{ p: 2 }}>
          <Alert severity="success">{t('upgrade.approved')}</Alert>
        </Box>
      )}
      {upgrade?.state === 'refused' && (
        <Box sx={{ p: 2, pb: 0 }}>
          <Alert severity="error">
            {t('upgrade.refused')} {upgrade.reason ? t('upgrade.reason', { reason: upgrade.reason }) : ''} {t('upgrade.again')}
          </Alert>
        </Box>
      )}
      {!isOrganizer && upgrade?.state !== 'pending' && upgrade?.state !== 'approved' && <Ask />}
    </FormSection>
  )
}

function Ask() {
  const { t } = useTranslation('account')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const learn = useLearnMyData()
  const snacks = useSnacks()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<z.input<typeof bodySchema>>({
    mode: 'onTouched',
    resolver: contractResolver(bodySchema),
    defaultValues: { message: '' },
  })
  const { errors, isValid, isSubmitting, isDirty } = form.formState
  useDirtyBlock(isDirty)
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const saved = await api.call(account.requestUpgrade, { body })
      form.reset()
      learn(saved)
      snacks.success(t('upgrade.sent'), { key: 'upgrade' })
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields: ['message'] })) setFailure(error)
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('upgrade.text')}
      </Typography>
      <FailureAlert error={failure} failure="dataUpdate" />
      <TextField
        multiline
        minRows={2}
        maxRows={10}
        label={t('upgrade.message')}
        error={Boolean(errors.message)}
        helperText={fieldWords(errors.message, tc)}
        {...form.register('message')}
      />
      <Button type="submit" variant="contained" color="inherit" disabled={!isValid} loading={isSubmitting} sx={{ justifySelf: 'end' }}>
        {t('upgrade.submit')}
      </Button>
    </Box>
  )
}
