import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { subscribersQuery } from '../queries.ts'

/** How many people subscribe to a channel, and what that is in a month; nothing before the first one. */
export function SubscribersPanel({ slug }: { slug: string }) {
  const { t } = useTranslation('subscriptions')
  const { api } = useServices()
  const language = useLanguage()
  const { data } = useQuery(subscribersQuery(api, slug))
  if (!data || data.subscribed + data.endingSoon === 0) return null
  const amount = (value: { minor: number; currency: string }) => money(value.minor, value.currency, language)
  const facts = [
    ['subscribed', String(data.subscribed)],
    ['endingSoon', String(data.endingSoon)],
    ['failing', String(data.failing)],
    ['monthly', amount(data.monthly)],
    ['share', amount(data.share)],
  ] as const
  return (
    <Box
      component="dl"
      aria-label={t('subscribers.title')}
      sx={{ m: 0, p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}
    >
      {facts.map(([name, value]) => (
        <Box key={name}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`subscribers.${name}`)}
          </Typography>
          <Typography component="dd" variant="numeric" sx={{ m: 0, fontSize: 20 }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
