import { ApiError } from '@e-events/shared/contract/client.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Refusal } from './air-state.ts'

/** Whatever the api, the signalling or the browser threw, as something that the screens have words for. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof ApiError) return { code: error.code, message: error.status >= 400 ? error.message : null }
  if (error instanceof DomainError) return { code: error.code, message: null }
  return { code: 'UNKNOWN', message: null }
}

export function isSessionLoss(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

/** The server says that there is no running show to go back to; whether it is over must be asked. */
export function saysOver(error: unknown): boolean {
  const { code } = toRefusal(error)
  return code === 'BROADCAST_STATE' || code === 'ROOM_CLOSED'
}
