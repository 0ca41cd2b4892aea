import { account } from '@e-events/shared/contract/people/account.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import Box from '@mui/material/Box'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { useServices } from '../../../../lib/services.ts'

interface BillingCountryProps {
  country: string | null
  /** The account has another country by now: the page asks for its tax again. */
  onSaved: () => Promise<unknown>
  onSaving: (isSaving: boolean) => void
}

/** The country decides the tax: it is saved to the account, and the summary follows. */
export function BillingCountry({ country, onSaved, onSaving }: BillingCountryProps) {
  const { t } = useTranslation('checkout')
  const { api, queries } = useServices()
  const save = useMutation({
    mutationFn: (billingCountry: string) => api.call(account.update, { body: { billingCountry } }),
    onMutate: () => onSaving(true),
    onSuccess: async () => {
      await Promise.all([onSaved(), queries.invalidateQueries({ queryKey: endpointKey(account.me) })])
    },
    onSettled: () => onSaving(false),
  })
  return (
    <Box sx={{ mt: 1.5 }}>
      <CountryField
        fullWidth
        required
        size="small"
        label={t('account.country')}
        emptyLabel={t('account.chooseCountry')}
        value={save.isPending ? save.variables : (country ?? '')}
        disabled={save.isPending}
        helperText={t(country === null ? 'account.needsCountry' : 'account.countryHelp')}
        onChange={({ target }) => {
          if (target.value !== '' && target.value !== country) save.mutate(target.value)
        }}
      />
      <Box sx={{ mt: 1, '&:empty': { display: 'none' } }}>
        <FailureAlert error={save.error} failure="dataUpdate" />
      </Box>
    </Box>
  )
}
