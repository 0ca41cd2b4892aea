import { account, updateMyDataBody, type MyData } from '@e-events/shared/contract/people/account.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { contractResolver, replaceTyped, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { useFieldProps } from '../../../../lib/use-field-props.ts'
import { useLearnMyData } from '../use-my-data.ts'
import { BlockForm, twoColumns } from './block-form.tsx'

const names = [
  'billingCompany',
  'billingNif',
  'billingAddress',
  'billingCity',
  'billingPostalCode',
  'billingCountry',
  'billingPrefix',
  'billingPhone',
] as const
type Name = (typeof names)[number]
const formSchema = updateMyDataBody
  .pick({
    billingCompany: true,
    billingNif: true,
    billingAddress: true,
    billingCity: true,
    billingPostalCode: true,
    billingCountry: true,
    billingPrefix: true,
    billingPhone: true,
  })
  .required()
type Fields = z.input<typeof formSchema>

/** Autocomplete tokens of the fields. */
const autoComplete: Partial<Record<Name, string>> = {
  billingCompany: 'organization',
  billingAddress: 'street-address',
  billingCity: 'address-level2',
  billingPostalCode: 'postal-code',
  billingPrefix: 'tel-country-code',
  billingPhone: 'tel-national',
}

export function BillingInfo({ data }: { data: MyData }) {
  const { t } = useTranslation('account')
  const { api } = useServices()
  const learn = useLearnMyData()
  const snacks = useSnacks()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(formSchema, { nullable: names }),
    values: fieldsOf(data),
    resetOptions: { keepDirtyValues: true },
  })
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      const saved = await api.call(account.update, { body: fields })
      form.reset(fieldsOf(saved), replaceTyped)
      learn(saved)
      snacks.success(t('saved'), { key: 'my-data' })
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields: names })) setFailure(error)
    }
  })
  const propsOf = useFieldProps(form)
  const field = (name: Name) => ({
    ...propsOf(name, t(`billing.${name}`)),
    ...(autoComplete[name] ? { slotProps: { htmlInput: { autoComplete: `billing ${autoComplete[name]}` } } } : {}),
  })
  return (
    <FormSection title={t('billing.title')} note={t('billing.note')}>
      <BlockForm onSubmit={(event) => void submit(event)} submitLabel={t('save')} state={form.formState} failure={failure}>
        <Box sx={twoColumns}>
          <TextField {...field('billingCompany')} />
          <TextField {...field('billingNif')} />
        </Box>
        <TextField {...field('billingAddress')} />
        <Box sx={twoColumns}>
          <TextField {...field('billingPostalCode')} />
          <TextField {...field('billingCity')} />
          <CountryField {...field('billingCountry')} emptyLabel={t('general.choose')} />
          <Box sx={{ display: 'grid', gridTemplateColumns: '96px minmax(0,1fr)', gap: 1 }}>
            <TextField {...field('billingPrefix')} type="tel" placeholder="+34" />
            <TextField {...field('billingPhone')} type="tel" />
          </Box>
        </Box>
      </BlockForm>
    </FormSection>
  )
}

function fieldsOf(data: MyData): Fields {
  return Object.fromEntries(names.map((name) => [name, data[name] ?? ''])) as Fields
}
