import { money } from '@e-events/shared/ui/format.ts'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { subscriptionOfferQuery } from '../queries.ts'

/** Where the platform's subscription is offered: absent where there is none, and for whoever has it. */
export function PlatformOffer() {
  const { t } = useTranslation('subscriptions')
  const { api } = useServices()
  const language = useLanguage()
  const { data } = useQuery(subscriptionOfferQuery(api, { channel: null, language }))
  if (!data?.offer || data.current) return null
  const { offer } = data
  const total = money(offer.total.minor, offer.total.currency, language)
  return (
    <Card
      component="section"
      aria-labelledby="platform-offer"
      sx={{
        p: { xs: 2.5, sm: 3 },
        mb: 3,
        borderRadius: '16px',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
      }}
    >
      <Box sx={{ minWidth: 0, flex: '1 1 320px' }}>
        <Typography variant="h4" component="h2" id="platform-offer">
          {t('platform.title')}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary', textWrap: 'pretty' }}>
          {t('fact.platform')}
        </Typography>
      </Box>
      <Button variant="contained" color="inherit" size="large" className="tabular" href={paths.platformSubscription}>
        {t(`price.${offer.kind === 'single' ? 'once' : offer.period}`, { total })}
      </Button>
    </Card>
  )
}
