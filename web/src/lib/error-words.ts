import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Failure } from '@e-events/shared/failures.ts'
import { failureText } from '@e-events/shared/locales/failures.ts'
import type { TFunction } from 'i18next'

export interface ErrorWords {
  title: string
  text: string
  /** Details for support: the code, and the request's id where the server gave one. */
  reference: string | undefined
  /** Asking again may help. */
  canRetry: boolean
  /** There is nothing at this address (or nothing for this account, which looks the same). */
  isMissing: boolean
}

/**
 * The one place that decides what an error says. Refusals of the server come with a text in the viewer's language and
 * it is shown as it is; only what never reached the server, or came back unreadable, has words of its own here.
 */
export function explainError(error: unknown, t: TFunction): ErrorWords {
  if (!(error instanceof ApiError)) return words(t, 'unexpected', { reference: undefined, canRetry: true })
  const reference = [error.code, error.requestId].filter(Boolean).join(' · ')
  switch (error.code) {
    case 'NETWORK':
      return words(t, 'network', { reference: undefined, canRetry: true })
    case 'NOT_FOUND':
      return { ...words(t, 'missing', { reference: undefined, canRetry: false }), isMissing: true }
    case 'RATE_LIMITED':
      return words(t, 'busy', { reference, canRetry: true })
    case 'UNEXPECTED_REPLY':
    case 'INTERNAL':
    case 'UNAVAILABLE':
      return words(t, 'server', { reference, canRetry: true })
    default:
      return { ...words(t, 'refused', { reference, canRetry: false }), text: error.message }
  }
}

/**
 * Text of a snackbar for an action that failed: a refusal's own text; where the server broke or no answer came, the
 * words of the action, or the general ones.
 */
export function failedActionText(error: unknown, options: { language: Language; failure?: Failure | undefined }): string {
  const { language, failure } = options
  if (!(error instanceof ApiError)) return failureText(failure ?? 'unexpected', language)
  if (error.code === 'NOT_FOUND') return failureText('fetchMissing', language)
  // Which details were wrong stands at their fields; the action's own words say more than 'check the fields'.
  if (error.code === 'VALIDATION_FAILED' && failure) return failureText(failure, language)
  // Only an answer of our server carries the request's id; anything else has no message worth showing.
  const spoke = error.requestId !== undefined && error.code !== 'INTERNAL'
  if (spoke) return error.message
  if (failure) return failureText(failure, language)
  return error.code === 'INTERNAL' && error.requestId !== undefined ? error.message : failureText('fetch', language)
}

function words(
  t: TFunction,
  kind: 'network' | 'missing' | 'busy' | 'server' | 'refused' | 'unexpected',
  { reference, canRetry }: Pick<ErrorWords, 'reference' | 'canRetry'>,
): ErrorWords {
  return { title: t(`error.${kind}.title`), text: t(`error.${kind}.text`), reference, canRetry, isMissing: false }
}
