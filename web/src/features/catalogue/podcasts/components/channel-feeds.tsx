import { channelFeedAddress } from '@e-events/shared/contract/addresses.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import RssFeedRounded from '@mui/icons-material/RssFeedRounded'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices, useSession } from '../../../../lib/services.ts'
import { PrivateFeedPanel } from './private-feed-panel.tsx'

/** How to hear and read a channel elsewhere: its public feed, and one's own where it has podcasts. */
export function ChannelFeeds({ channel }: { channel: { slug: string; title: string } }) {
  const { t, i18n } = useTranslation('podcasts')
  const { api } = useServices()
  const isLoggedIn = useSession().status === 'authenticated'
  const input = { query: { channel: channel.slug, type: 'podcast' as const, limit: 1 } }
  const { data } = useQuery({
    queryKey: queryKey(products.list, input),
    queryFn: ({ signal }) => api.call(products.list, input, { signal }),
    staleTime: 5 * 60_000,
  })
  const feedUrl = channelFeedAddress(channel.slug, i18n.language)
  useFeedLink(feedUrl, channel.title)
  return (
    <>
      {isLoggedIn && data && data.items.length > 0 && <PrivateFeedPanel channels={[channel]} only={channel.slug} />}
      <Box sx={{ mt: 3, typography: 'body2' }}>
        {/* A file for other programs: not a page of ours. */}
        <Link href={feedUrl} target="_blank" rel="noopener" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <RssFeedRounded aria-hidden sx={{ fontSize: 18 }} />
          {t('feed.public', { channel: channel.title })}
        </Link>
      </Box>
    </>
  )
}

/** Readers and podcast apps find the feed by the address of the page. */
function useFeedLink(href: string, title: string): void {
  useEffect(() => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'alternate', type: 'application/rss+xml', href, title })
    document.head.append(link)
    return () => link.remove()
  }, [href, title])
}
