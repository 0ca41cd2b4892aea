import { z } from 'zod'

const storageKey = 'e-events.help-useful'
const answers = z.record(z.string(), z.boolean())

/** Rating of a guide by this reader; it stays on the device, and nobody is asked twice. */
export function usefulAnswer(guide: string): boolean | undefined {
  return readAnswers()[guide]
}

export function rememberUseful(guide: string, useful: boolean): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readAnswers(), [guide]: useful }))
  } catch {
    // The answer then lasts as long as the page.
  }
}

function readAnswers(): Record<string, boolean> {
  try {
    const parsed = answers.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}
