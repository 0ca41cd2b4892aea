import { ApiError } from '@e-events/shared/contract/client.ts'
import { describe, expect, it } from 'vitest'
import { retryDelay, shouldRetry } from './retry.ts'

const error = (code: ApiError['code'], status: number, retryAfterMs?: number) => new ApiError({ code, message: code, status, retryAfterMs })

describe('the retry policy of queries', () => {
  it.each([
    ['no answer', error('NETWORK', 0), true],
    ['an outage', error('UNAVAILABLE', 503), true],
    ['overload', error('RATE_LIMITED', 429), true],
    ['a refusal', error('NOT_FOUND', 404), false],
    ['a bug of ours', new TypeError('x is undefined'), false],
  ])('%s is tried again: %s', (_, cause, isRetried) => {
    expect([0, 1, 2].map((failures) => shouldRetry(failures, cause))).toEqual([isRetried, isRetried, false])
  })

  it('waits as long as the server asks, else exponentially up to a limit', () => {
    expect(retryDelay(0, error('RATE_LIMITED', 429, 3_000))).toBe(3_000)
    expect([0, 1, 2, 9].map((failures) => retryDelay(failures, error('NETWORK', 0)))).toEqual([600, 1_200, 2_400, 8_000])
  })
})
