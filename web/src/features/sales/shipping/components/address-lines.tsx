import type { ShippingAddress } from '@e-events/shared/contract/sales/shipping.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import { useLanguage } from '../../../../lib/language.ts'

/** An address as it stands on a parcel. */
export function AddressLines({ address }: { address: ShippingAddress }) {
  const language = useLanguage()
  const country = new Intl.DisplayNames(localeTags[language], { type: 'region' }).of(address.country) ?? address.country
  const lines = [
    address.name,
    address.street,
    address.extra,
    `${address.postalCode} ${address.city}`,
    [address.region, country].filter(Boolean).join(', '),
    address.phone,
  ]
  return (
    <Box component="address" sx={{ fontStyle: 'normal', typography: 'body2', overflowWrap: 'anywhere' }}>
      {lines
        .filter((line) => line !== null)
        .map((line) => (
          <Box key={line}>{line}</Box>
        ))}
    </Box>
  )
}
