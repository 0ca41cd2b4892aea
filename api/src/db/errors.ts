/**
 * The constraint a statement broke, by its name in docs/database.md; undefined for any other failure.
 * Services turn it into a coded refusal, so that a race lost at the index answers like the check before it.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('constraint' in error) || !('code' in error)) return undefined
  const isViolation = typeof error.code === 'string' && error.code.startsWith('23')
  return isViolation && typeof error.constraint === 'string' ? error.constraint : undefined
}
