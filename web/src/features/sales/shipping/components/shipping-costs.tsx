import { shippingNetOf, zoneOf } from '@e-events/shared/domain/shipping.ts'
import { taxOf } from '@e-events/shared/domain/money.ts'
import { localeTags, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { shippingCostsQuery } from '../queries.ts'

/** Price of sending one piece to a country that the visitor picks, and all zones below it. */
export function ShippingCosts({ slug, currency }: { slug: string; currency: string }) {
  const { t } = useTranslation('shipping')
  const { api } = useServices()
  const language = useLanguage()
  const session = useSession()
  const { data } = useQuery(shippingCostsQuery(api, slug))
  const [picked, setPicked] = useState<string | null>(null)
  if (!data) return null
  const country = picked ?? (session.status === 'authenticated' ? session.user.country : null) ?? 'ES'
  const names = new Intl.DisplayNames(localeTags[language], { type: 'region' })
  const zone = zoneOf(data.zones, { country, currency })
  const gross = (netMinor: number, taxBasisPoints: number) => money(netMinor + taxOf(netMinor, taxBasisPoints), currency, language)
  const one = { quantity: 1, surchargeNetMinor: data.surchargeNetMinor, grossMinor: 0 }
  return (
    <Box component="section" aria-labelledby="shipping-costs" sx={{ mt: { xs: 5, md: 7 }, maxWidth: 720 }}>
      <Typography variant="h2" id="shipping-costs">
        {t('costs.title')}
      </Typography>
      {data.zones.length === 0 ? (
        <Typography sx={{ mt: 2, color: 'text.secondary' }}>{t('costs.none')}</Typography>
      ) : (
        <>
          <Box
            sx={{
              mt: 2,
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '260px minmax(0,1fr)' },
              alignItems: 'center',
            }}
          >
            <CountryField
              label={t('costs.country')}
              emptyLabel={t('costs.pick')}
              value={country}
              size="small"
              onChange={({ target }) => setPicked(target.value)}
            />
            <Typography role="status" className="tabular" sx={{ m: 0 }}>
              {zone
                ? t('costs.to', { country: names.of(country) ?? country, price: gross(shippingNetOf(zone, [one]), zone.taxBasisPoints) })
                : t('costs.notThere')}
            </Typography>
          </Box>
          <Box component="ul" className="tabular" sx={{ mt: 2, mb: 0, pl: 2.5, typography: 'body2', color: 'text.secondary' }}>
            {data.zones.map((one) => (
              <Box component="li" key={one.name + one.countries.join()} sx={{ mt: 0.5 }}>
                {t('costs.zone', {
                  name: one.name,
                  price: gross(one.netMinor + data.surchargeNetMinor, one.taxBasisPoints),
                  next: gross(one.nextNetMinor + data.surchargeNetMinor, one.taxBasisPoints),
                })}
                {one.freeFromMinor !== null && ` ${t('costs.free', { amount: money(one.freeFromMinor, currency, language) })}`}
              </Box>
            ))}
          </Box>
        </>
      )}
    </Box>
  )
}
