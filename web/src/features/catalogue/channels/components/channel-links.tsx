import Facebook from '@mui/icons-material/Facebook'
import Instagram from '@mui/icons-material/Instagram'
import LanguageRounded from '@mui/icons-material/LanguageRounded'
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined'
import X from '@mui/icons-material/X'
import YouTube from '@mui/icons-material/YouTube'
import { channelLinkKinds, type Channel, type ChannelLinkKind } from '@e-events/shared/contract/catalogue/channels.ts'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'

/** Three arcs of sound in a circle. */
function Spotify(props: SvgIconProps) {
  return (
    <SvgIcon {...props} viewBox="0 0 24 24">
      <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm4.6 14.4a.7.7 0 0 1-1 .3c-2.5-1.5-5.6-1.9-9.200-1a.7.7 0 0 1-.3-1.400c4-.9 7.400-.5 10.200 1.200.4.2.5.6.3.9Zm1.200-2.800a.9.9 0 0 1-1.200.3c-2.900-1.800-7.200-2.300-10.600-1.200a.9.9 0 1 1-.5-1.700c3.900-1.200 8.600-.6 11.900 1.400.4.3.6.800.4 1.200Zm.1-2.900C14.500 8.700 8.900 8.500 5.700 9.500a1 1 0 1 1-.6-2c3.700-1.100 9.900-.9 13.800 1.400a1 1 0 1 1-1 1.800Z" />
    </SvgIcon>
  )
}

const icons: Record<ChannelLinkKind, typeof SvgIcon | typeof Spotify> = {
  website: LanguageRounded,
  youtube: YouTube,
  instagram: Instagram,
  facebook: Facebook,
  twitter: X,
  spotify: Spotify,
}

/** Where else a channel is found: an icon for each address that is filled in, and none for the others. */
export function ChannelLinks({ channel }: { channel: Pick<Channel, 'title' | 'links' | 'marketplaceUrl'> }) {
  const { t } = useTranslation('channels')
  const places = [
    ...channelLinkKinds.map((kind) => ({ kind, Icon: icons[kind], href: channel.links[kind] })),
    { kind: 'marketplace' as const, Icon: StorefrontOutlined, href: channel.marketplaceUrl },
  ].filter(({ href }) => href !== null)
  if (places.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={t('page.links', { title: channel.title })}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 0.5 }}
    >
      {places.map(({ kind, Icon, href }) => (
        <li key={kind}>
          <Tooltip title={t(`link.${kind}`)}>
            <IconButton
              component="a"
              href={href ?? ''}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              aria-label={t(`link.${kind}`)}
            >
              <Icon />
            </IconButton>
          </Tooltip>
        </li>
      ))}
    </Box>
  )
}
