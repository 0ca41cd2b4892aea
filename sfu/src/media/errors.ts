import { DomainError } from '@e-events/shared/errors.ts'

/** Runs a call into mediasoup and gives its failures the code that the peer has to see. */
export async function mediaCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toDomainError(error)
  }
}

export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const name = error instanceof Error ? error.name : ''
  const message = error instanceof Error ? error.message : String(error)
  if (name === 'WorkerClosedError' || /closed|no (more )?available ports?|channel/i.test(message))
    return new DomainError('UNAVAILABLE', { detail: message, cause: error })
  if (name === 'UnsupportedError' || /unsupported|cannot consume/i.test(message))
    return new DomainError('SIGNAL_CODEC_UNSUPPORTED', { detail: message, cause: error })
  // Whatever else mediasoup refuses (TypeError, 'connect() already called', a duplicate SSRC) comes from what the peer
  // sent.
  return new DomainError('SIGNAL_MALFORMED', { detail: message, cause: error })
}
