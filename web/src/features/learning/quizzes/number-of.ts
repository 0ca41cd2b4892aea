import { limits } from '@e-events/shared/limits.ts'

/** A number as people write it, with a comma or a point; null for what is none or too large. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  if (!/^[-+]?\d{1,15}(\.\d{1,10})?$/.test(plain)) return null
  const value = Number(plain)
  return Math.abs(value) <= limits.quizNumber ? value : null
}
