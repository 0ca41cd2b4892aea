import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '@e-events/shared/failures.ts'
import { explainError, failedActionText } from '../../lib/error-words.ts'
import { toLanguage } from '../../lib/language.ts'
import { useSnacks } from './use-snacks.ts'

/**
 * For actions that failed (`failure`: the words of this action, where the server gives none): one snackbar per kind of
 * action, with a retry where asking again may help.
 */
export function useErrorSnack(): (error: unknown, options: { key: string; failure?: Failure; retry?: () => void }) => void {
  const snacks = useSnacks()
  const { t, i18n } = useTranslation()
  return useCallback(
    (error, { key, failure, retry }) => {
      const { canRetry } = explainError(error, t)
      const text = failedActionText(error, { language: toLanguage(i18n.language), failure })
      snacks.error(text, { key, ...(canRetry && retry ? { action: { label: t('action.retry'), onClick: retry } } : {}) })
    },
    [snacks, t, i18n],
  )
}
