/** Why a camera, microphone or screen could not be opened, in words that the screens have texts for. */
export type CaptureFailure = 'denied' | 'cancelled' | 'in_use' | 'not_found' | 'unsupported' | 'needs_gesture' | 'failed'

export class CaptureError extends Error {
  override readonly name = 'CaptureError'
  readonly reason: CaptureFailure
  constructor(reason: CaptureFailure, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** The browser's names of a refusal. A screen dialog that was closed says NotAllowedError as well. */
export function toCaptureError(cause: unknown, display = false): CaptureError {
  if (cause instanceof CaptureError) return cause
  const name = cause instanceof Error ? cause.name : ''
  const reason: CaptureFailure =
    name === 'NotAllowedError' || name === 'SecurityError'
      ? display
        ? 'cancelled'
        : 'denied'
      : name === 'NotFoundError' || name === 'OverconstrainedError'
        ? 'not_found'
        : name === 'NotReadableError' || name === 'AbortError'
          ? 'in_use'
          : name === 'InvalidStateError'
            ? 'needs_gesture'
            : name === 'NotSupportedError' || name === 'TypeError'
              ? 'unsupported'
              : 'failed'
  return new CaptureError(reason, cause)
}
