import { ApiError } from '@e-events/shared/contract/client.ts'

const maxRetries = 2
const firstDelayMs = 600
const maxDelayMs = 8_000

/** Whether the same call may succeed later: no answer, overload or an outage. A refusal stays a refusal. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.status >= 500 || error.status === 429)
}

/** The retry rule of queries; `failures` counts from 0. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < maxRetries && isTransient(error)
}

/** The server's Retry-After where it gave one, else an exponential delay in milliseconds. */
export function retryDelay(failures: number, error: unknown): number {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : undefined
  return askedMs ?? Math.min(maxDelayMs, firstDelayMs * 2 ** failures)
}
