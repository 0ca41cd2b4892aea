import { Picture } from '../../../../components/media/picture.tsx'

interface ChannelAvatarProps {
  channel: { title: string; logoUrl: string | null }
  size: number
}

/** The round picture of a channel; one without any gets a drawn one. */
export function ChannelAvatar({ channel, size }: ChannelAvatarProps) {
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
