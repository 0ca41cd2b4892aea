import { MediaField } from './media-field.tsx'

export interface AudioFieldProps {
  productSlug: string | null
  label?: string
}

/** Sends the sound of a podcast. */
export function AudioField(props: AudioFieldProps) {
  return <MediaField {...props} purpose="audio" />
}
