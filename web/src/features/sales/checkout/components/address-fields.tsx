import type { Checkout } from '@e-events/shared/contract/sales/orders.ts'
import { shippingAddressSchema, type ShippingAddress } from '@e-events/shared/contract/sales/shipping.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../../../components/forms/country-field.tsx'

/** An address as it is typed. */
export type AddressText = Record<keyof ShippingAddress, string>

/** Begins with the address that was used last, else with the one of the invoice. */
export function addressText({ shipping, billing }: Checkout): AddressText {
  const known = shipping?.address
  const text = (value: string | null | undefined) => value ?? ''
  if (known) return { ...known, extra: text(known.extra), region: text(known.region), phone: text(known.phone), country: shipping.country }
  return {
    name: billing.name,
    street: text(billing.address),
    extra: '',
    postalCode: text(billing.postalCode),
    city: text(billing.city),
    region: '',
    country: text(shipping?.country),
    phone: text(billing.phone),
  }
}

/** The address as an order holds it; undefined while it is not complete. */
export function readAddress(text: AddressText): ShippingAddress | undefined {
  const orNull = (value: string) => (value.trim() === '' ? null : value)
  return shippingAddressSchema.safeParse({
    ...text,
    extra: orNull(text.extra),
    region: orNull(text.region),
    phone: orNull(text.phone),
  }).data
}

interface AddressFieldsProps {
  value: AddressText
  isSentThere: boolean
  onChange: (part: Partial<AddressText>) => void
}

const places = {
  name: { autoComplete: 'shipping name', required: true, maxLength: 120, wide: true },
  street: { autoComplete: 'shipping address-line1', required: true, maxLength: 200, wide: true },
  extra: { autoComplete: 'shipping address-line2', required: false, maxLength: 200, wide: true },
  postalCode: { autoComplete: 'shipping postal-code', required: true, maxLength: 20, wide: false },
  city: { autoComplete: 'shipping address-level2', required: true, maxLength: 120, wide: false },
  region: { autoComplete: 'shipping address-level1', required: false, maxLength: 120, wide: false },
  phone: { autoComplete: 'shipping tel', required: false, maxLength: 40, wide: false },
} as const

/** Where goods are sent. */
export function AddressFields({ value, isSentThere, onChange }: AddressFieldsProps) {
  const { t } = useTranslation('checkout')
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' } }}>
      {(Object.keys(places) as (keyof typeof places)[]).map((name) => {
        const { autoComplete, required, maxLength, wide } = places[name]
        return (
          <TextField
            key={name}
            label={t(`address.${name}`)}
            value={value[name]}
            required={required}
            onChange={({ target }) => onChange({ [name]: target.value })}
            slotProps={{ htmlInput: { autoComplete, maxLength } }}
            sx={{ gridColumn: wide ? '1 / -1' : 'auto' }}
          />
        )
      })}
      <CountryField
        label={t('address.country')}
        emptyLabel={t('address.pick')}
        required
        value={value.country}
        onChange={({ target }) => onChange({ country: target.value })}
        sx={{ gridColumn: '1 / -1' }}
      />
      {!isSentThere && value.country !== '' && (
        <Alert severity="warning" role="status" sx={{ gridColumn: '1 / -1' }}>
          {t('address.notThere')}
        </Alert>
      )}
    </Box>
  )
}
