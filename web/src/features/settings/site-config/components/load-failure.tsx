import type { Failure } from '@e-events/shared/failures.ts'
import { failureText } from '@e-events/shared/locales/failures.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { logError } from '../../../../lib/log.ts'

interface LoadFailureProps {
  error: Error
  isLoading: boolean
  onRetry: () => void
  /** Where what could not be loaded has words of its own. */
  failure?: Failure
}

/** The stored state is unknown, so nothing may be switched. */
export function LoadFailure({ error, isLoading, onRetry, failure }: LoadFailureProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  useEffect(() => logError('settings could not be loaded', error), [error])
  return (
    <ErrorNotice
      error={error}
      onRetry={onRetry}
      retrying={isLoading}
      title={failure ? failureText(failure, language) : t('SERVER_ERROR')}
    />
  )
}
