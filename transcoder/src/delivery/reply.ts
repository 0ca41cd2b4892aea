import { negotiateLanguage } from '@e-events/shared/domain/language.ts'
import { errorStatus, type ErrorBody, type ErrorCode } from '@e-events/shared/errors.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'

/** An answer, before it is written as HTTP or as FastCGI. */
export interface Reply {
  status: number
  /** Names and values in one list: what node:http writes without looking at it again. */
  headers: readonly string[]
  /** Undefined where the answer has none (HEAD, 304), whatever content-length says. */
  body: Buffer | undefined
}

/** A header and its value, or nothing. */
export type Readers = readonly [] | readonly [name: string, value: string]

/** Parts of every reply besides its content. */
export interface Frame {
  requestId: string
  readers: Readers
}

export const commonHeaders = {
  'access-control-expose-headers': 'content-length, content-range, accept-ranges, etag, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  // The token is in the address: nothing that is opened from here may carry it on.
  'referrer-policy': 'no-referrer',
}
const commonList = Object.entries(commonHeaders).flat()

const allowedMethods = 'GET, HEAD, OPTIONS'

const frameHeaders = ({ requestId, readers }: Frame): string[] => [...commonList, ...readers, 'vary', 'origin', 'x-request-id', requestId]

export function errorReply(
  code: ErrorCode,
  { method, acceptLanguage }: { method: string | undefined; acceptLanguage: string | undefined },
  frame: Frame,
): Reply {
  const message = errorText(code, negotiateLanguage(acceptLanguage))
  const body = Buffer.from(JSON.stringify({ code, message, requestId: frame.requestId } satisfies ErrorBody))
  const headers = frameHeaders(frame)
  headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(body.length), 'cache-control', 'no-store')
  if (code === 'METHOD_NOT_ALLOWED') headers.push('allow', allowedMethods)
  if (code === 'UNAVAILABLE') headers.push('retry-after', '2')
  return { status: errorStatus[code], headers, body: method === 'HEAD' ? undefined : body }
}

export function preflightReply(frame: Frame): Reply {
  const headers = frameHeaders(frame)
  headers.push('access-control-allow-methods', allowedMethods)
  headers.push('access-control-allow-headers', 'range, if-range, if-none-match, accept-language')
  headers.push('access-control-max-age', '86400')
  return { status: 204, headers, body: undefined }
}
