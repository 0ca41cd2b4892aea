import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.tsx'
import { logError } from '../../../lib/log.ts'

interface LoadFailureProps {
  error: Error
  isLoading: boolean
  onRetry: () => void
}

/** What is stored is not known, so nothing may be switched. */
export function LoadFailure({ error, isLoading, onRetry }: LoadFailureProps) {
  const { t } = useTranslation()
  useEffect(() => logError('settings could not be loaded', error), [error])
  return <ErrorNotice error={error} onRetry={onRetry} retrying={isLoading} title={t('SERVER_ERROR')} />
}
