import type { ChannelOffer } from '@e-events/shared/contract/sales/subscriptions.ts'
import { money } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import SubscriptionsOutlined from '@mui/icons-material/SubscriptionsOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { Picture } from '../../../../components/media/picture.tsx'
import { NextPage } from '../../../../components/navigation/next-page.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { channelOffersQuery, offersAlone, offersBeside, type OfferFilter } from '../queries.ts'

interface ChannelOffersProps {
  filter: OfferFilter
  /** Nothing else is listed: all of them, page by page. */
  isAlone: boolean
  onAll: () => void
}

/** Subscriptions that channels offer. Beside products, the first ones; absent where there is none. */
export function ChannelOffers({ filter, isAlone, onAll }: ChannelOffersProps) {
  const { t } = useTranslation('subscriptions')
  const { api } = useServices()
  const language = useLanguage()
  const limit = isAlone ? offersAlone : offersBeside
  const list = useInfiniteQuery({ ...channelOffersQuery(api, filter, limit, language), placeholderData: keepPreviousData })
  const offers = list.data?.pages.flatMap((page) => page.items) ?? []
  if (isAlone && list.isError && !list.data)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('offers.error')} />
  if (offers.length === 0)
    return isAlone && list.data ? (
      <Notice icon={SubscriptionsOutlined} title={t('offers.empty')}>
        {t('offers.emptyText')}
      </Notice>
    ) : null
  return (
    <Box component="section" aria-labelledby="channel-offers" sx={{ mt: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2, mb: 1.5 }}>
        <Typography variant="h4" component="h2" id="channel-offers">
          {t('offers.title')}
        </Typography>
        {!isAlone && list.hasNextPage && (
          <Button size="small" onClick={onAll}>
            {t('offers.all')}
          </Button>
        )}
      </Box>
      <Box
        component="ul"
        aria-busy={list.isPlaceholderData}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
        }}
      >
        {offers.map((offer) => (
          <Offered key={offer.channel.slug} offer={offer} />
        ))}
      </Box>
      {isAlone && <NextPage list={list} label={t('offers.more')} errorText={t('offers.moreError')} />}
    </Box>
  )
}

function Offered({ offer: { channel, offer } }: { offer: ChannelOffer }) {
  const { t } = useTranslation('subscriptions')
  const language = useLanguage()
  return (
    <Card component="li" sx={{ borderRadius: '14px' }}>
      <CardActionArea
        href={paths.subscribe(channel.slug)}
        sx={{ p: 2, display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'flex-start' }}
      >
        <Picture
          src={channel.logoUrl}
          alt=""
          ratio="1:1"
          sizes="56px"
          fallback={{ title: channel.title, bare: true, ratio: '1:1' }}
          sx={{ width: 56, height: 56, borderRadius: '50%', flexShrink: 0 }}
        />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h5" component="h3" sx={{ overflowWrap: 'anywhere' }}>
            {channel.title}
          </Typography>
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
            {t(`price.${offer.kind === 'single' ? 'once' : offer.period}`, {
              total: money(offer.total.minor, offer.total.currency, language),
            })}
          </Typography>
        </Box>
      </CardActionArea>
    </Card>
  )
}
