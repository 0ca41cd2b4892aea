import { channelBilling, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { contractResolver, replaceTyped, showRefusal } from '../../../../lib/form.ts'
import { useFieldProps } from '../../../../lib/use-field-props.ts'
import { useSaveChannel } from '../use-save-channel.ts'
import { EditorForm, fieldStack, twoColumns } from './editor-form.tsx'

type Fields = z.input<typeof channelBilling>
const names = ['nif', 'prefix', 'phone', 'address', 'city', 'postalCode', 'country', 'iban'] as const satisfies readonly (keyof Fields)[]

/** Where the money goes and whose it is: seen by the owner and by administrators only. */
export function BillingForm({ channel }: { channel: OwnChannelDetail }) {
  const { t } = useTranslation('channels')
  const save = useSaveChannel(channel.slug)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(channelBilling, { nullable: [...names] }),
    values: fieldsOf(channel),
    resetOptions: { keepDirtyValues: true },
  })
  const submit = form.handleSubmit(async (billing) => {
    setFailure(null)
    try {
      form.reset(fieldsOf(await save({ billing })), replaceTyped)
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields: names })) setFailure(error)
    }
  })
  const country = useWatch({ control: form.control, name: 'country' })
  const isClosed = !channel.allowed.edit
  const propsOf = useFieldProps(form)
  const field = (name: keyof Fields, help?: string) => ({ ...propsOf(name, t(`billing.${name}`), help), disabled: isClosed })
  return (
    <EditorForm
      label={t('tab.billing')}
      onSubmit={(event) => void submit(event)}
      onDiscard={() => form.reset(fieldsOf(channel), replaceTyped)}
      state={form.formState}
      failure={failure}
      disabled={isClosed}
    >
      <FormSection title={t('section.billing')} note={t('section.billingNote')}>
        <Box sx={fieldStack}>
          <Box sx={twoColumns}>
            <CountryField {...field('country')} value={country ?? ''} emptyLabel={t('billing.countryNone')} />
            <TextField
              {...field('nif', t('billing.nifHelp'))}
              slotProps={{ htmlInput: { autoCapitalize: 'characters', spellCheck: false } }}
            />
          </Box>
          <TextField {...field('address')} slotProps={{ htmlInput: { autoComplete: 'street-address' } }} />
          <Box sx={twoColumns}>
            <TextField {...field('postalCode')} slotProps={{ htmlInput: { autoComplete: 'postal-code' } }} />
            <TextField {...field('city')} slotProps={{ htmlInput: { autoComplete: 'address-level2' } }} />
          </Box>
          <Box sx={{ display: 'grid', gridTemplateColumns: '112px minmax(0,1fr)', gap: 2 }}>
            <TextField
              {...field('prefix')}
              slotProps={{ htmlInput: { inputMode: 'tel', placeholder: '+34', autoComplete: 'tel-country-code' } }}
            />
            <TextField {...field('phone')} type="tel" slotProps={{ htmlInput: { autoComplete: 'tel-national' } }} />
          </Box>
        </Box>
      </FormSection>
      <FormSection title={t('section.payout')} note={t('section.payoutNote')}>
        <Box sx={fieldStack}>
          <TextField
            {...field('iban', t('billing.ibanHelp'))}
            slotProps={{ htmlInput: { autoCapitalize: 'characters', spellCheck: false, autoComplete: 'off', className: 'tabular' } }}
          />
        </Box>
      </FormSection>
    </EditorForm>
  )
}

function fieldsOf({ billing }: OwnChannelDetail): Fields {
  const { nif, prefix, phone, address, city, postalCode, country, iban } = billing
  return {
    nif: nif ?? '',
    prefix: prefix ?? '',
    phone: phone ?? '',
    address: address ?? '',
    city: city ?? '',
    postalCode: postalCode ?? '',
    country: country ?? '',
    // In groups of four, as it stands on paper.
    iban: iban?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? '',
  }
}
