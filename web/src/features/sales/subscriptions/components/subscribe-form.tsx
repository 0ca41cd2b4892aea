import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import { subscriptions, type SubscriptionOffer } from '@e-events/shared/contract/sales/subscriptions.ts'
import { localeTags, money } from '@e-events/shared/ui/format.ts'
import CheckRounded from '@mui/icons-material/CheckRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

interface SubscribeFormProps {
  offer: NonNullable<SubscriptionOffer['offer']>
  channel: SubscriptionOffer['channel']
  buyer: NonNullable<SubscriptionOffer['buyer']>
  isTest: boolean
  product: string | undefined
  onPlaced: (order: Order) => void
  /** The price is another one by now. */
  onStale: () => void
}

/** Says what a subscription opens and costs, asks for the consents, and leads to its payment. */
export function SubscribeForm({ offer, channel, buyer, isTest, product, onPlaced, onStale }: SubscribeFormProps) {
  const { t } = useTranslation('subscriptions')
  const { t: tb } = useTranslation('checkout')
  const { api } = useServices()
  const language = useLanguage()
  const [hasTerms, setTerms] = useState(false)
  const [hasWaiver, setWaiver] = useState(false)
  // The same key for every press: a retry after a lost answer leads to the same order.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const amount = (minor: number) => money(minor, offer.total.currency, language)
  const place = useMutation({
    mutationFn: () => {
      const body = {
        expectedTotalMinor: offer.total.minor,
        termsAccepted: true,
        withdrawalWaived: true,
        idempotencyKey,
        ...(product === undefined ? {} : { productSlug: product }),
      } as const
      return channel === null
        ? api.call(subscriptions.subscribeToPlatform, { body })
        : api.call(subscriptions.subscribe, { params: { slug: channel.slug }, body })
    },
    onSuccess: onPlaced,
    onError: (error) => {
      if (error instanceof ApiError && (error.code === 'PRICE_CHANGED' || error.code === 'SUBSCRIPTION_STATE')) onStale()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!place.isPending && !place.isSuccess) place.mutate()
  }
  const rate = new Intl.NumberFormat(localeTags[language], { style: 'percent', maximumFractionDigits: 2 }).format(
    offer.taxBasisPoints / 10_000,
  )
  const isRenewed = offer.kind === 'periodic'
  const facts = [
    channel === null ? t('fact.platform') : t('fact.channel', { channel: channel.title }),
    isRenewed ? t(`fact.${offer.period}`) : t(`fact.once.${offer.period}`),
    ...(isRenewed ? [t('fact.cancel'), t('fact.price')] : []),
  ]
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Card sx={{ mt: 3, p: { xs: 2.5, sm: 3 }, borderRadius: '16px' }}>
        <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 32 }}>
          {t(`price.${isRenewed ? offer.period : 'once'}`, { total: amount(offer.total.minor) })}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {tb('summary.tax', { tax: amount(offer.tax.minor), rate, net: amount(offer.net.minor) })}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2.5, p: 0, display: 'grid', gap: 1 }}>
          {facts.map((fact) => (
            <Box component="li" key={fact} sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start' }}>
              <CheckRounded aria-hidden sx={{ fontSize: 20, mt: 0.25, color: 'success.main' }} />
              <Typography variant="body2" sx={{ textWrap: 'pretty' }}>
                {fact}
              </Typography>
            </Box>
          ))}
        </Box>
      </Card>
      <Box sx={{ mt: 3, px: 2, py: 1.5, borderRadius: '10px', bgcolor: 'surface.sunken', typography: 'body2', overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
          <Box sx={{ fontWeight: 600 }}>{buyer.billing.company ?? buyer.billing.name}</Box>
          <Link href={paths.myData}>{tb('account.change')}</Link>
        </Box>
        <Box sx={{ color: 'text.secondary' }}>{t('account', { email: buyer.email })}</Box>
      </Box>
      <Box sx={{ mt: 3 }}>
        <Consent checked={hasTerms} onChange={setTerms}>
          <Trans
            t={t}
            i18nKey={isRenewed ? 'terms.renewed' : 'terms.once'}
            values={{ total: amount(offer.total.minor) }}
            components={{ terms: <Link href={paths.terms} target="_blank" rel="noreferrer" /> }}
          />
        </Consent>
        <Consent checked={hasWaiver} onChange={setWaiver}>
          {tb('terms.waive')}
        </Consent>
      </Box>
      {place.isError && (
        <Box sx={{ mt: 2 }}>
          <FailureAlert error={place.error} failure="payment" />
        </Box>
      )}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        disabled={!hasTerms || !hasWaiver}
        loading={place.isPending || place.isSuccess}
        loadingPosition="start"
        startIcon={<LockOutlined />}
        sx={{ mt: 2.5 }}
        className="tabular"
      >
        {tb('pay', { total: amount(offer.total.minor) })}
      </Button>
      <Typography variant="caption" component="p" sx={{ mt: 1.5, textAlign: 'center', color: 'text.secondary' }}>
        {tb('secure')}
      </Typography>
      {isTest && (
        <Alert severity="info" role="note" sx={{ mt: 2 }}>
          {tb('test')}
        </Alert>
      )}
    </Box>
  )
}

function Consent({ checked, onChange, children }: { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    <FormControlLabel
      sx={{ display: 'flex', alignItems: 'flex-start', mr: 0, mb: 1, '& .MuiCheckbox-root': { mt: -1 } }}
      control={<Checkbox required checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      label={
        <Typography component="span" variant="body2">
          {children}
        </Typography>
      }
    />
  )
}
