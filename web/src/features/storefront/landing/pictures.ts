/**
 * Drawn by our own generator and committed (`node tests/shots/draw-art.ts`): drawing them here would cost the reader's
 * browser seconds.
 */
const files = import.meta.glob<string>('./art/*.webp', { eager: true, query: '?url', import: 'default' })

export function picture(name: string): string {
  const url = files[`./art/${name}.webp`]
  if (!url) throw new Error(`there is no picture ${name}`)
  return url
}
