import { Picture } from '../../../../components/media/picture.tsx'

interface SpeakerAvatarProps {
  speaker: { name: string; imageUrl: string | null }
  size: number
}

/** The round picture of a speaker; one without any gets a drawn one. */
export function SpeakerAvatar({ speaker, size }: SpeakerAvatarProps) {
  return (
    <Picture
      src={speaker.imageUrl}
      alt=""
      ratio="1:1"
      sizes={`${size}px`}
      fallback={{ portrait: speaker.name }}
      sx={{ width: size, height: size, borderRadius: '50%', flexShrink: 0 }}
    />
  )
}
