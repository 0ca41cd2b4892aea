import { ApiError } from '@e-events/shared/contract/client.ts'
import type { TFunction } from 'i18next'

export interface ErrorWords {
  title: string
  text: string
  /** What support would ask for: the code, and the request's id where the server gave one. */
  reference: string | undefined
  /** Asking again may help. */
  canRetry: boolean
  /** There is nothing at this address (or nothing for this account, which looks the same). */
  isMissing: boolean
}

/**
 * The one place that decides what an error says. Refusals of the server come with a text in the viewer's language and it is shown as it is;
 * only what never reached the server, or came back unreadable, has words of its own here.
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

function words(
  t: TFunction,
  kind: 'network' | 'missing' | 'busy' | 'server' | 'refused' | 'unexpected',
  { reference, canRetry }: Pick<ErrorWords, 'reference' | 'canRetry'>,
): ErrorWords {
  return { title: t(`error.${kind}.title`), text: t(`error.${kind}.text`), reference, canRetry, isMissing: false }
}
