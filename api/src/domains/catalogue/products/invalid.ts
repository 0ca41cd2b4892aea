import { DomainError } from '@e-events/shared/errors.ts'

/** A field that is refused for more than its form: `path` as the client sent it, `rule` as it words it. */
export function invalid(path: string, rule: string, message = rule.replaceAll('_', ' ')): DomainError {
  return new DomainError('VALIDATION_FAILED', { issues: [{ path, rule, message }] })
}
