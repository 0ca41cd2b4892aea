import { duration, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { prepaidQuery } from '../queries.ts'

/** Prepaid time of an organizer, with the way to buy more. Nothing where none is sold and none was bought. */
export function PrepaidCard() {
  const { t } = useTranslation('usage')
  const { api } = useServices()
  const language = useLanguage()
  const id = useId()
  const { data } = useQuery(prepaidQuery(api))
  if (!data || (data.offer === null && data.lots.length === 0)) return null
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ mb: 3, p: 2, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, justifyContent: 'space-between' }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="h2" id={id} sx={{ color: 'text.secondary' }}>
          {t('hours.card.title')}
        </Typography>
        <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 22 }}>
          {duration(data.minutes * 60)}
        </Typography>
        {data.offer && (
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
            {t('hours.card.price', { amount: money(data.offer.net.minor, data.offer.net.currency, language) })}
          </Typography>
        )}
      </Box>
      <Button href={paths.prepaid}>{t(data.offer ? 'hours.card.buy' : 'hours.card.open')}</Button>
    </Card>
  )
}
