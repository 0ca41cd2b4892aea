import { account, totpCode, type MyData } from '@e-events/shared/contract/people/account.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { myDataQuery } from '../queries.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

type Step = 'idle' | 'start' | 'stop' | 'codes'

export function TwoFactor({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const [asking, setAsking] = useState<Step>('idle')
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { on, required, recoveryCodesLeft } = data.twoFactor
  const reload = () => queries.invalidateQueries({ queryKey: myDataQuery(api).queryKey })
  const confirmed = async (password: string, code: string) => {
    const body = { password, code }
    if (asking === 'start') setSecret(await api.call(account.startTwoFactor, { body: { password } }))
    else if (asking === 'codes') setCodes((await api.call(account.newRecoveryCodes, { body })).recoveryCodes)
    else {
      await api.call(account.stopTwoFactor, { body })
      snacks.success(t('twoFactor.stopped'), { key: 'two-factor' })
    }
    setAsking('idle')
    if (asking !== 'start') void reload()
  }
  return (
    <FormSection title={t('twoFactor.title')} note={t('twoFactor.note')}>
      <Box sx={{ p: 2, display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 160, typography: 'body2' }}>
            <StatusDot tone={on ? 'green' : 'neutral'}>{t(on ? 'twoFactor.on' : 'twoFactor.off')}</StatusDot>
            {on && (
              <Typography variant="body2" sx={{ mt: 0.5, color: recoveryCodesLeft < 3 ? 'warning.main' : 'text.secondary' }}>
                {t('twoFactor.left', { count: recoveryCodesLeft })}
              </Typography>
            )}
          </Box>
          {on ? (
            <>
              <Button onClick={() => setAsking('codes')}>{t('twoFactor.newCodes')}</Button>
              {!required && (
                <Button variant="text" onClick={() => setAsking('stop')}>
                  {t('twoFactor.stop')}
                </Button>
              )}
            </>
          ) : (
            !secret && (
              <Button variant="contained" color="inherit" onClick={() => setAsking('start')}>
                {t('twoFactor.start')}
              </Button>
            )
          )}
        </Box>
        {required && !on && <Alert severity="warning">{t('twoFactor.required')}</Alert>}
        {secret && !codes && (
          <Confirm
            secret={secret}
            onCodes={(fresh) => {
              setSecret(null)
              setCodes(fresh)
              snacks.success(t('twoFactor.started'), { key: 'two-factor' })
              void reload()
            }}
          />
        )}
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </Box>
      {asking !== 'idle' && (
        <PasswordDialog
          title={t('twoFactor.passwordTitle')}
          confirmLabel={t(asking === 'stop' ? 'twoFactor.stop' : 'twoFactor.continue')}
          destructive={asking === 'stop'}
          withCode={asking !== 'start'}
          onConfirm={confirmed}
          onClose={() => setAsking('idle')}
        >
          {asking === 'stop' ? t('twoFactor.stopText') : undefined}
        </PasswordDialog>
      )}
    </FormSection>
  )
}

const codeSchema = z.object({ code: totpCode })

/** The app learns the secret, and proves it with its first code. */
function Confirm({ secret, onCodes }: { secret: { secret: string; uri: string }; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation('account')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<z.input<typeof codeSchema>>({
    mode: 'onTouched',
    resolver: contractResolver(codeSchema),
    defaultValues: { code: '' },
  })
  const { errors, isValid, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      onCodes((await api.call(account.confirmTwoFactor, { body })).recoveryCodes)
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields: ['code'] })) setFailure(error)
    }
  })
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '200px minmax(0,1fr)' }, gap: 2.5, alignItems: 'start' }}
    >
      <Suspense fallback={<Box sx={{ width: 200, height: 200 }} />}>
        <QrCode text={secret.uri} label={t('twoFactor.qr')} />
      </Suspense>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <Typography variant="body2">{t('twoFactor.scan')}</Typography>
        <Box>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('twoFactor.secret')}
          </Typography>
          <Box component="code" sx={{ fontSize: 14, fontWeight: 560, overflowWrap: 'anywhere', userSelect: 'all' }}>
            {secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </Box>
        </Box>
        <FailureAlert error={failure} failure="verification" />
        <TextField
          required
          label={t('twoFactor.code')}
          error={Boolean(errors.code)}
          helperText={fieldWords(errors.code, tc)}
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6, className: 'tabular' } }}
          {...form.register('code', { setValueAs: (value: string) => value.trim() })}
        />
        <Button type="submit" variant="contained" color="inherit" disabled={!isValid} loading={isSubmitting} sx={{ justifySelf: 'start' }}>
          {t('twoFactor.confirm')}
        </Button>
      </Box>
    </Box>
  )
}
