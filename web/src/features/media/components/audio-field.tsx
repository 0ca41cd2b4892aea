export interface AudioFieldProps {
  productSlug: string | null
  label?: string
}

/** Sends the sound of a podcast. */
export function AudioField({ label }: AudioFieldProps) {
  return <span>{label}</span>
}
