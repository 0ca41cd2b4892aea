import type { MediaFailure } from '@e-events/shared/domain/media-uploads.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { BudgetError, StalledError } from '../ffmpeg/run.ts'

/** A file that is not taken, and why. */
export class MediaRefusal extends Error {
  override readonly name = 'MediaRefusal'
  readonly failure: MediaFailure
  constructor(failure: MediaFailure, options?: { cause?: unknown }) {
    super(failure, options)
    this.failure = failure
  }
}

/** Failure of a job by the code that has texts for people. */
export function failureOf(error: unknown): MediaFailure {
  if (error instanceof MediaRefusal) return error.failure
  if (error instanceof StalledError) return 'timeout'
  if (error instanceof BudgetError) return 'too_expensive'
  if (error instanceof DomainError && error.code === 'STORAGE_FULL') return 'storage_full'
  const words = error instanceof Error ? `${error.message} ${(error as NodeJS.ErrnoException).code ?? ''}` : ''
  return /ENOSPC|No space left/.test(words) ? 'storage_full' : 'unexpected'
}
