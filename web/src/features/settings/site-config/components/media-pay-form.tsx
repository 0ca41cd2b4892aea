import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useEffect, type ReactNode } from 'react'
import { Controller, useForm, useWatch, type Path } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { mediaPayResolver, toBody, toFields, type MediaPayFields } from '../media-pay-form.ts'
import type { MediaPay, MediaPayInput } from '../resources.ts'
import { useFieldProps } from '../../../../lib/use-field-props.ts'

interface MediaPayFormProps {
  stored: MediaPay
  isSaving: boolean
  onSave: (body: MediaPayInput) => Promise<unknown>
}

const currencies = ['EUR', 'USD', 'GBP', 'MXN', 'BRL', 'COP', 'ARS', 'CLP']

export function MediaPayForm({ stored, isSaving, onSave }: MediaPayFormProps) {
  const { t } = useTranslation('site-config')
  const snacks = useSnacks()
  const form = useForm<MediaPayFields>({
    resolver: mediaPayResolver(stored.pos?.keySet ?? false),
    mode: 'onTouched',
    defaultValues: toFields(stored),
  })
  const { isDirty, isValid } = form.formState
  // Newer values take the place of the old ones; what was typed stays on top of them.
  useEffect(() => form.reset(toFields(stored), { keepDirtyValues: true }), [form, stored])
  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSave(toBody(fields))
      // The keys are gone from the page as soon as they are stored.
      form.reset({ ...fields, posKey: '', secretKey: '', signingKey: '' })
      snacks.success({ id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'ADMIN.PAGE.SAVE' })
    } catch {
      snacks.error({ id: 'ADMIN.PAGE.SAVE_ERROR' }, { key: 'ADMIN.PAGE.SAVE' })
    }
  })
  const propsOf = useFieldProps(form)
  const field = (name: Path<MediaPayFields>, help?: ReactNode): TextFieldProps => ({
    ...propsOf(name, t(`pay.${name}` as 'pay.posUrl'), help),
    disabled: isSaving,
  })
  /** A key is written and never read: the field is empty, and says whether there is one. */
  const secret = (name: 'posKey' | 'secretKey' | 'signingKey', isSet: boolean): TextFieldProps => ({
    ...field(name, `${t(`pay.help.${name}`)} ${t(isSet ? 'pay.keySet' : 'pay.keyMissing')}`),
    type: 'password',
    placeholder: isSet ? '••••••••••••' : '',
    slotProps: { htmlInput: { autoComplete: 'off' } },
  })
  const toggle = (name: 'hasPos' | 'active' | 'periodic' | 'subscriptionChannels' | 'paidContent') => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <SwitchRow label={t(`pay.${name}`)} note={t(`pay.${name}Note`)} checked={value} disabled={isSaving} onChange={onChange} />
      )}
    />
  )
  const shown = useWatch({ control: form.control })
  const { hasPos, active, periodic } = shown
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      <FormSection title={t('pay.pos')} note={t('pay.posNote')}>
        {toggle('hasPos')}
        {hasPos && (
          <Fields>
            <TextField required {...field('posUrl', t('pay.help.posUrl'))} type="url" sx={{ gridColumn: '1 / -1' }} />
            <TextField required {...field('posCode', t('pay.help.posCode'))} />
            <Choice {...field('posCurrency')} value={shown.posCurrency} options={currencies.map((code) => [code, code])} />
            <TextField required={!stored.pos?.keySet} {...secret('posKey', stored.pos?.keySet ?? false)} sx={{ gridColumn: '1 / -1' }} />
          </Fields>
        )}
      </FormSection>
      <FormSection title={t('pay.provider')} note={t('pay.providerNote')}>
        <Fields>
          <TextField
            {...field('publicKey', t('pay.help.publicKey'))}
            slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
            sx={{ gridColumn: '1 / -1' }}
          />
          <TextField {...secret('secretKey', stored.provider.secretKeySet)} />
          <TextField {...secret('signingKey', stored.provider.signingKeySet)} />
        </Fields>
      </FormSection>
      <FormSection title={t('pay.subscription')} note={t('pay.subscriptionNote')}>
        {toggle('active')}
        {active && toggle('periodic')}
        {active && (
          <Fields>
            <Choice
              {...field('interval')}
              value={shown.interval}
              options={[
                ['monthly', t(periodic ? 'pay.monthly' : 'pay.oneMonth')],
                ['annual', t(periodic ? 'pay.annual' : 'pay.oneYear')],
              ]}
            />
            <TextField
              required
              {...field('price')}
              slotProps={{
                htmlInput: { inputMode: 'decimal', className: 'tabular' },
                input: { endAdornment: <InputAdornment position="end">€</InputAdornment> },
              }}
            />
          </Fields>
        )}
      </FormSection>
      <FormSection title={t('pay.monetize')} note={t('pay.monetizeNote')}>
        {toggle('subscriptionChannels')}
        {toggle('paidContent')}
        <Fields>
          <TextField
            required
            {...field('promotionMax', t('pay.help.promotionMax'))}
            slotProps={{
              htmlInput: { inputMode: 'numeric', className: 'tabular' },
              input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
            }}
          />
        </Fields>
      </FormSection>
      <FormSection title={t('pay.prepaid')} note={t('pay.prepaidNote')}>
        <Fields>
          <TextField
            {...field('prepaidHour')}
            slotProps={{
              htmlInput: { inputMode: 'decimal', className: 'tabular' },
              input: { endAdornment: <InputAdornment position="end">€</InputAdornment> },
            }}
          />
        </Fields>
      </FormSection>
      <FormSection title={t('pay.seller')} note={t('pay.sellerNote')}>
        <Fields>
          <CountryField {...field('sellerCountry')} value={shown.sellerCountry} emptyLabel={t('pay.sellerCountryNone')} />
          {shown.sellerCountry !== '' && <TextField {...field('sellerPostalCode', t('pay.help.sellerPostalCode'))} />}
        </Fields>
      </FormSection>
      <SaveBar
        label={t('saveBar')}
        status={t(isDirty ? 'unsaved' : 'allSaved')}
        isDirty={isDirty}
        isInvalid={!isValid}
        isSaving={isSaving}
        saveLabel={t('save')}
        discardLabel={t('discard')}
        onDiscard={() => form.reset(toFields(stored))}
      />
      <UnsavedGuard when={isDirty && !isSaving} />
    </Box>
  )
}

function Fields({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        p: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' },
        '* + &': { borderTop: 1, borderColor: 'border.subtle' },
      }}
    >
      {children}
    </Box>
  )
}

function Choice({ options, ...props }: TextFieldProps & { options: (readonly [value: string, label: string])[] }) {
  return (
    <TextField select {...props}>
      {options.map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}
