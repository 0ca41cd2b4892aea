import { violatedConstraint } from '../db/errors.ts'

/** A row of a table of cases: what is refused, the constraint that refuses it, the attempt. */
export type RefusalCase = [refusal: string, constraint: string, attempt: () => PromiseLike<unknown>]

/**
 * The name of the constraint that refused, or 'allowed'. Any other failure is thrown: it is not what the test is about.
 */
export async function outcomeOf(attempt: PromiseLike<unknown>): Promise<string> {
  try {
    await attempt
    return 'allowed'
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (!constraint) throw error
    return constraint
  }
}

export function minutesFromNow(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000)
}
