import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Failure } from '@e-events/shared/failures.ts'
import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import { explainError, failedActionText } from '../../lib/error-words.ts'
import { useLanguage } from '../../lib/language.ts'

interface FailureAlertProps {
  /** null: nothing went wrong. */
  error: unknown
  /** Failed action, where the server gives no reason of its own. */
  failure: Failure
}

/** Above a form that could not be sent: nothing that was typed is lost, and it can be sent again. */
export function FailureAlert({ error, failure }: FailureAlertProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (error === null) return null
  const isSilent = error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'RATE_LIMITED')
  return (
    <Alert severity="error" role="alert">
      {isSilent ? explainError(error, t).text : failedActionText(error, { language, failure })}
    </Alert>
  )
}
