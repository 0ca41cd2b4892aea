import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { explainError } from '../lib/error-words.ts'
import { useSnacks } from './use-snacks.ts'

/** For actions that failed: one snackbar per kind of action, with a retry where asking again may help. */
export function useErrorSnack(): (error: unknown, options: { key: string; retry?: () => void }) => void {
  const snacks = useSnacks()
  const { t } = useTranslation()
  return useCallback(
    (error, { key, retry }) => {
      const { text, canRetry } = explainError(error, t)
      snacks.error(text, { key, ...(canRetry && retry ? { action: { label: t('action.retry'), onClick: retry } } : {}) })
    },
    [snacks, t],
  )
}
