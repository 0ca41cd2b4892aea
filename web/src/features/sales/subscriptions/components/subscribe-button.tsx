import { money } from '@e-events/shared/ui/format.ts'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { subscriptionOfferQuery } from '../queries.ts'

interface SubscribeButtonProps {
  channel: string
  /** The product that asks for it: the way back leads there. */
  product?: string
  fullWidth?: boolean
  /** With a sentence that says what it is, or why there is none. */
  explain?: boolean
}

/** Leads to the subscription of a channel, with its price. Absent where none is offered. */
export function SubscribeButton({ channel, product, fullWidth = false, explain = false }: SubscribeButtonProps) {
  const { t } = useTranslation('subscriptions')
  const { api } = useServices()
  const language = useLanguage()
  const isLoggedIn = useSession().status === 'authenticated'
  const { data } = useQuery(subscriptionOfferQuery(api, { channel, language }))
  if (!data) return null
  const { offer, current } = data
  if (current && product === undefined)
    return (
      <Button variant="soft" color="inherit" size="large" fullWidth={fullWidth} href={paths.mySubscriptions}>
        {t('button.subscribed')}
      </Button>
    )
  if (!offer)
    return explain ? (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('button.none')}
      </Typography>
    ) : null
  const to = paths.subscribe(channel, product)
  return (
    <>
      <Button
        variant="contained"
        color="primary"
        size="large"
        fullWidth={fullWidth}
        className="tabular"
        href={isLoggedIn ? to : paths.login(to)}
      >
        {t('button.subscribe', { total: money(offer.total.minor, offer.total.currency, language) })}
      </Button>
      {explain && (
        <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary', textWrap: 'pretty' }}>
          {t('button.why')}
        </Typography>
      )}
    </>
  )
}
