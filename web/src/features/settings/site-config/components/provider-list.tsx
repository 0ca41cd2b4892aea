import AddRounded from '@mui/icons-material/AddRounded'
import { loginConfig, type SignOnProvider } from '@e-events/shared/contract/people/login-config.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { LoadFailure } from './load-failure.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { SectionSkeleton } from './site/switches-form.tsx'

const key = queryKey(loginConfig.providers)

/** Other ways to log in: each is switched on by itself; the log-in screens follow at once. */
export function ProviderList() {
  const { t } = useTranslation('site-config')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const [open, setOpen] = useState<SignOnProvider | 'new' | null>(null)
  const list = useQuery({ queryKey: key, queryFn: ({ signal }) => api.call(loginConfig.providers, undefined, { signal }) })
  const turn = useMutation({
    mutationFn: ({ provider, label, issuer, clientId, emailDomains, enabled }: SignOnProvider) =>
      api.call(loginConfig.changeProvider, {
        params: { provider },
        body: { label, issuer, clientId, clientSecret: '', emailDomains, enabled },
      }),
    onSuccess: async ({ provider, label, enabled }) => {
      snacks.success(t(enabled ? 'providers.on' : 'providers.off', { name: label }), { key: `provider-${provider}` })
      await queries.invalidateQueries({ queryKey: key })
    },
    onError: (error, wanted) => showError(error, { key: `provider-${wanted.provider}`, retry: () => turn.mutate(wanted) }),
  })
  if (list.isError && !list.data) return <LoadFailure error={list.error} isLoading={list.isFetching} onRetry={() => void list.refetch()} />
  if (!list.data) return <SectionSkeleton rows={2} />
  const { items } = list.data
  return (
    <FormSection title={t('providers.title')} note={t('providers.note')}>
      {items.length === 0 && (
        <Box sx={{ p: 2 }}>
          <Typography sx={{ fontWeight: 560 }}>{t('providers.empty')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('providers.emptyText')}
          </Typography>
        </Box>
      )}
      {items.map((provider) => {
        const { label, issuer, enabled, accounts } = provider
        const isTurning = turn.isPending && turn.variables.provider === provider.provider
        return (
          <SwitchRow
            key={provider.provider}
            label={label}
            note={
              <>
                <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
                  {issuer}
                </Box>
                {t('providers.accounts', { count: accounts })}
              </>
            }
            checked={isTurning ? turn.variables.enabled : enabled}
            disabled={turn.isPending}
            onChange={(next) => turn.mutate({ ...provider, enabled: next })}
          >
            <Button size="small" onClick={() => setOpen(provider)} aria-label={t('providers.editOf', { name: label })}>
              {t('providers.edit')}
            </Button>
          </SwitchRow>
        )
      })}
      <Box sx={{ p: 2, borderTop: items.length === 0 ? 0 : 1, borderColor: 'border.subtle' }}>
        <Button startIcon={<AddRounded />} onClick={() => setOpen('new')}>
          {t('providers.add')}
        </Button>
      </Box>
      {open !== null && (
        <ProviderDialog
          provider={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={({ label }) => {
            setOpen(null)
            snacks.success(t('providers.saved', { name: label }), { key: 'provider-saved' })
            void queries.invalidateQueries({ queryKey: key })
          }}
        />
      )}
    </FormSection>
  )
}
