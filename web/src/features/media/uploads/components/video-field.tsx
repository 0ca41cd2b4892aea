import { MediaField } from './media-field.tsx'

export interface VideoFieldProps {
  /** Null until the product is saved: files belong to a product. */
  productSlug: string | null
  purpose: 'video' | 'trailer'
  label?: string
  /** Makes the product of the first file, in place of `productSlug`; null where that failed. */
  onMake?: (file: File) => Promise<string | null>
}

/** Sends an MP4 in parts and shows what becomes of it. */
export function VideoField(props: VideoFieldProps) {
  return <MediaField {...props} />
}
