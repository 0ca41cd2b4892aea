import { DomainError, type Issue } from '@e-events/shared/errors.ts'
import type { z } from 'zod'

interface Part {
  name: 'params' | 'query' | 'body'
  schema: z.ZodObject | undefined
  value: unknown
}

/**
 * Parses all parts and answers them, or throws VALIDATION_FAILED with every issue of every part and its full path
 * (`body.links.website`). `rule` is the stable name that clients translate; a key that nobody declared is the rule
 * `unrecognized_keys`.
 */
export function parseRequest(parts: readonly Part[]): Record<Part['name'], unknown> {
  const parsed: Record<Part['name'], unknown> = { params: undefined, query: undefined, body: undefined }
  const issues: Issue[] = []
  for (const { name, schema, value } of parts) {
    if (!schema) {
      issues.push(...strayIssues(name, value))
      continue
    }
    const result = schema.safeParse(value)
    if (result.success) {
      parsed[name] = result.data
      issues.push(...unstorable(result.data, name))
    } else issues.push(...result.error.issues.flatMap((issue) => toIssues(issue, name)))
  }
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues: issues.slice(0, maxIssues) })
  return parsed
}

const maxIssues = 50
const maxPathChars = 200

function toIssues(issue: z.core.$ZodIssue, part: string): Issue[] {
  const path = [part, ...issue.path.map(String)].join('.').slice(0, maxPathChars)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, maxIssues)
      .map((key) => ({ path: `${path}.${key}`.slice(0, maxPathChars), rule: issue.code, message: 'unknown key' }))
  }
  return [{ path, rule: ruleOf(issue), message: issue.message.slice(0, 300) }]
}

/**
 * A check of our own may carry a name (`mismatch`, `password_digit`), so that clients can say more than 'not valid'.
 */
function ruleOf(issue: z.core.$ZodIssue): string {
  const named: unknown = issue.code === 'custom' ? issue.params?.['rule'] : undefined
  return typeof named === 'string' ? named : issue.code
}

/** An endpoint without a query refuses one (`language` is for everybody); one without a body takes `{}` or nothing. */
function strayIssues(name: Part['name'], value: unknown): Issue[] {
  if (typeof value !== 'object' || value === null || name === 'params') return []
  return Object.keys(value)
    .filter((key) => !(name === 'query' && key === 'language'))
    .slice(0, maxIssues)
    .map((key) => ({ path: `${name}.${key}`.slice(0, maxPathChars), rule: 'unrecognized_keys', message: 'unknown key' }))
}

/** PostgreSQL stores neither NUL nor half a surrogate pair: refused here, where the path is known. */
function unstorable(value: unknown, path: string): Issue[] {
  if (typeof value === 'string') {
    return value.includes('\u0000') || !value.isWellFormed()
      ? [{ path, rule: 'invalid_characters', message: 'holds a character that cannot be stored' }]
      : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unstorable(inner, `${path}.${key}`))
}
