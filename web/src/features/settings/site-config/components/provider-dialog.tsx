import { ApiError } from '@e-events/shared/contract/client.ts'
import { addProviderBody, loginConfig, type SignOnProvider } from '@e-events/shared/contract/people/login-config.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { contractResolver, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { useFieldProps } from '../../../../lib/use-field-props.ts'

type Fields = z.input<typeof addProviderBody>

interface ProviderDialogProps {
  /** Null: a new one. */
  provider: SignOnProvider | null
  onClose: () => void
  onSaved: (provider: SignOnProvider) => void
}

/** Settings of an OpenID provider, on both sides. The secret is written and never read. */
export function ProviderDialog({ provider, onClose, onSaved }: ProviderDialogProps) {
  const { t } = useTranslation('site-config')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const id = useId()
  const [domains, setDomains] = useState(provider?.emailDomains.join(', ') ?? '')
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(addProviderBody),
    defaultValues: {
      provider: provider?.provider ?? '',
      label: provider?.label ?? '',
      issuer: provider?.issuer ?? '',
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      emailDomains: provider?.emailDomains ?? [],
    },
  })
  const { errors, isSubmitting, isValid, isDirty } = form.formState
  const issuer = useWatch({ control: form.control, name: 'issuer' })
  const check = useMutation({ mutationFn: (wanted: string) => api.call(loginConfig.checkIssuer, { body: { issuer: wanted } }) })
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    const { provider: slug, ...body } = { ...fields, clientSecret: fields.clientSecret ?? '', emailDomains: fields.emailDomains ?? [] }
    try {
      onSaved(
        provider
          ? await api.call(loginConfig.changeProvider, { params: { provider: slug }, body: { ...body, enabled: provider.enabled } })
          : await api.call(loginConfig.addProvider, { body: { provider: slug, ...body } }),
      )
    } catch (error) {
      const refusal = { setError: form.setError, fields: Object.keys(fields), of: { SLUG_TAKEN: ['provider', 'slug_taken'] as const } }
      if (!showRefusal(error, refusal)) setFailure(error)
    }
  })
  const propsOf = useFieldProps(form)
  const field = (name: Exclude<keyof Fields, 'emailDomains'>, help?: string): TextFieldProps => ({
    ...propsOf(name, t(`providers.field.${name}`), help),
    disabled: isSubmitting,
    slotProps: { htmlInput: { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } },
  })
  const checked = check.variables === issuer ? check.data : undefined
  const isMoved = failure instanceof ApiError && failure.code === 'STATE_CONFLICT'
  return (
    <Dialog
      open
      // A slip beside the dialog must not lose what was typed; Cancel and Escape are meant.
      onClose={(_, reason) => {
        if (!isSubmitting && !(reason === 'backdropClick' && isDirty)) onClose()
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
    >
      <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'contents' }}>
        <DialogTitle id={id}>{provider ? t('providers.editOf', { name: provider.label }) : t('providers.add')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {isMoved && <Alert severity="error">{t('providers.issuerStays', { count: provider?.accounts ?? 0 })}</Alert>}
          {failure !== null && !isMoved && <FailureAlert error={failure} failure="unexpected" />}
          <TextField required {...field('label', t('providers.help.label'))} />
          {/* The name stands in the addresses that the provider knows. */}
          <TextField required {...field('provider', t('providers.help.provider'))} disabled={provider !== null || isSubmitting} />
          <Box>
            <TextField required fullWidth type="url" {...field('issuer', t('providers.help.issuer'))} />
            <Button
              size="small"
              sx={{ mt: 1 }}
              loading={check.isPending}
              disabled={issuer.trim() === '' || Boolean(errors.issuer)}
              onClick={() => check.mutate(issuer)}
            >
              {t('providers.check')}
            </Button>
            <Box role="status" sx={{ '& > *': { mt: 1 } }}>
              {check.isError && <FailureAlert error={check.error} failure="unexpected" />}
              {checked && (
                <Alert severity={checked.fault === null ? 'success' : 'error'} sx={{ overflowWrap: 'anywhere' }}>
                  {checked.fault === null
                    ? t('providers.good', { address: checked.authorizationEndpoint ?? '' })
                    : t(`providers.fault.${checked.fault}`)}
                </Alert>
              )}
            </Box>
          </Box>
          <TextField required {...field('clientId')} />
          <TextField
            {...field('clientSecret', t(provider?.secretSet ? 'pay.keySet' : 'providers.help.clientSecret'))}
            type="password"
            placeholder={provider?.secretSet ? '••••••••••••' : ''}
          />
          <TextField
            label={t('providers.field.emailDomains')}
            value={domains}
            onChange={({ target }) => {
              setDomains(target.value)
              const listed = target.value.split(/[\s,;]+/).filter(Boolean)
              form.setValue('emailDomains', listed, { shouldDirty: true, shouldValidate: true })
            }}
            error={errors.emailDomains !== undefined}
            helperText={t(errors.emailDomains ? 'providers.domainsWrong' : 'providers.help.emailDomains')}
            disabled={isSubmitting}
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } }}
          />
          {provider && (
            <TextField
              label={t('providers.redirect')}
              value={provider.redirectUri}
              helperText={t('providers.help.redirect')}
              slotProps={{ htmlInput: { readOnly: true }, input: { sx: { fontFamily: 'monospace' } } }}
              onFocus={({ target }) => target.select()}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={isSubmitting} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="inherit" loading={isSubmitting} disabled={!isDirty || !isValid}>
            {t('save')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
