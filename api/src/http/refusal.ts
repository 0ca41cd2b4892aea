import { DomainError, errorStatus, type ErrorBody, type ErrorCode, type Issue } from '@e-events/shared/errors.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { errorText, soldOutText } from '@e-events/shared/locales/errors.ts'

/** Too many attempts; says when to come back. */
export class RateLimitedError extends DomainError {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super('RATE_LIMITED')
    this.retryAfterMs = retryAfterMs
  }
}

export interface Refusal {
  code: ErrorCode
  status: number
  issues?: Issue[] | undefined
  /** Titles of products that are not left. */
  soldOut?: string[] | undefined
  retryAfterSec?: number | undefined
  /** False: nobody expected this, so it is logged as an error with its stack. */
  expected: boolean
}

/** The one translation of anything thrown into a refusal. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof RateLimitedError) return refuse(error.code, { retryAfterSec: Math.max(1, Math.ceil(error.retryAfterMs / 1000)) })
  if (error instanceof DomainError) {
    const { code, issues, soldOut } = error
    return refuse(code, { issues, soldOut, retryAfterSec: errorStatus[code] === 503 ? 2 : undefined })
  }
  if (isOutage(error)) return { ...refuse('UNAVAILABLE', { retryAfterSec: 2 }), expected: false }
  const status = statusOf(error)
  if (status === 413) return refuse('PAYLOAD_TOO_LARGE')
  if (status === 415) return refuse('UNSUPPORTED_MEDIA_TYPE')
  if (status === 405 || status === 501) return refuse('METHOD_NOT_ALLOWED')
  if (status === 404) return refuse('NOT_FOUND')
  if (status !== undefined && status >= 400 && status < 500) return refuse('BAD_REQUEST')
  return { ...refuse('INTERNAL'), expected: false }
}

export function toErrorBody(refusal: Refusal, language: Language, requestId: string): ErrorBody {
  const { code, issues, soldOut } = refusal
  const named = soldOut?.length ? soldOut : undefined
  return {
    code,
    message: named ? soldOutText(code, language, named) : errorText(code, language),
    ...(issues ? { issues } : {}),
    ...(named ? { soldOut: named } : {}),
    requestId,
  }
}

function refuse(code: ErrorCode, more: Pick<Refusal, 'issues' | 'soldOut' | 'retryAfterSec'> = {}): Refusal {
  return { code, status: errorStatus[code], expected: true, ...more }
}

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  // PostgreSQL: shutting down, crashed, starting up, no connection left
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
])
const outageNames = new Set(['KnexTimeoutError', 'MaxRetriesPerRequestError', 'ConnectionTimeoutError'])
const outageWords = [
  'Connection terminated',
  'Connection is closed',
  "Stream isn't writeable",
  'Command timed out',
  'Query read timeout',
  'Unable to acquire a connection',
  'timeout exceeded when trying to connect',
  // pg, of a server that takes the connection and says nothing
  'timeout expired',
]

/** PostgreSQL or Redis cannot be reached: the caller may try again. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  if (typeof code === 'string' && outageCodes.has(code)) return true
  if (outageNames.has(error.name) || outageWords.some((words) => error.message.includes(words))) return true
  return error instanceof AggregateError && error.errors.some(isOutage)
}

function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error ? (error as Error & { status?: unknown }).status : undefined
  return typeof status === 'number' ? status : undefined
}
