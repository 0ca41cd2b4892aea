import type { Channel } from '@e-events/shared/contract/catalogue/channels.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { channelQuery } from '../queries.ts'

/** Who makes this. The page does without the details when they do not come: name and logo are already there. */
export function ChannelInfo({ channel }: { channel: ProductDetail['channel'] }) {
  const { t } = useTranslation('products')
  const { api } = useServices()
  const details = useQuery(channelQuery(api, { slug: channel.slug, language: useLanguage() }))
  return (
    <Box component="section" aria-labelledby="channel" sx={{ mt: { xs: 5, md: 7 }, maxWidth: 720 }}>
      <Typography variant="h2" id="channel">
        {t('channel.title')}
      </Typography>
      <Box sx={{ mt: 2.5, display: 'flex', gap: 2.5, alignItems: 'flex-start' }}>
        <ChannelLogo channel={channel} size={72} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="h4" component="h3">
            <Link href={paths.channel(channel.slug)} color="inherit" sx={{ color: 'text.primary', fontWeight: 'inherit' }}>
              {channel.title}
            </Link>
          </Typography>
          {details.isPending && (
            <Box aria-hidden>
              <Skeleton sx={{ mt: 1, width: '90%', height: 14 }} />
              <Skeleton sx={{ mt: 1, width: '60%', height: 14 }} />
            </Box>
          )}
          {details.data && (
            <>
              <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
                {details.data.shortDescription}
              </Typography>
              <Elsewhere links={details.data.links} />
            </>
          )}
        </Box>
      </Box>
    </Box>
  )
}

export function ChannelLogo({ channel, size }: { channel: ProductDetail['channel']; size: number }) {
  return (
    <Picture
      src={channel.logoUrl}
      alt=""
      ratio="1:1"
      sizes={`${size}px`}
      fallback={{ title: channel.title, bare: true, ratio: '1:1' }}
      sx={{ width: size, height: size, borderRadius: '50%', flexShrink: 0 }}
    />
  )
}

const placeNames: Record<keyof Channel['links'], string> = {
  website: 'Web',
  youtube: 'YouTube',
  instagram: 'Instagram',
  facebook: 'Facebook',
  twitter: 'X',
  spotify: 'Spotify',
}

function Elsewhere({ links }: { links: Channel['links'] }) {
  const places = (Object.keys(placeNames) as (keyof Channel['links'])[]).flatMap((place) => {
    const href = links[place]
    return href ? [{ place, href }] : []
  })
  if (places.length === 0) return null
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {places.map(({ place, href }) => (
        <li key={place}>
          <Link href={href} target="_blank" rel="noopener noreferrer" sx={{ fontSize: 14 }}>
            {placeNames[place]}
          </Link>
        </li>
      ))}
    </Box>
  )
}
