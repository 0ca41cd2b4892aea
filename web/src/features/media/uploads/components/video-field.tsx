import { MediaField } from './media-field.tsx'

export interface VideoFieldProps {
  /** Null until the product is saved: files belong to a product. */
  productSlug: string | null
  purpose: 'video' | 'trailer'
  label?: string
}

/** Sends an MP4 in parts and shows what becomes of it. */
export function VideoField(props: VideoFieldProps) {
  return <MediaField {...props} />
}
