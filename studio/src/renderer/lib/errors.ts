import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { isErrorCode } from '@e-events/shared/errors.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import type { TFunction } from 'i18next'
import type { Refusal } from '../../broadcast/air-state.ts'

/** Words for whatever a call may throw, in the language of the screens. */
export function wordsOf(error: unknown, t: TFunction, language: Language): string {
  if (error instanceof ApiError) return refusalWords({ code: error.code, message: null }, t, language)
  return t('errors.unknown')
}

export function refusalWords({ code, message }: Refusal, t: TFunction, language: Language): string {
  if (message) return message
  if (code === 'NETWORK') return t('errors.network')
  return isErrorCode(code) ? errorText(code, language) : t('errors.unknown')
}
