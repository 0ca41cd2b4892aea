import CloudOffRounded from '@mui/icons-material/CloudOffRounded'
import SearchOffRounded from '@mui/icons-material/SearchOffRounded'
import WifiOffRounded from '@mui/icons-material/WifiOffRounded'
import Button from '@mui/material/Button'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { explainError } from '../../lib/error-words.ts'
import { SearchForm } from '../forms/search-form.tsx'

interface ErrorNoticeProps {
  error: unknown
  onRetry?: () => void
  /** A retry is under way: the button says so and cannot be pressed twice. */
  retrying?: boolean
  /** Replaces the general title: 'We could not load your tickets'. */
  title?: string
  heading?: 'h1' | 'h2'
}

/** A part of a page, or a whole one, that could not be loaded: what happened, what to do, a retry that works. */
export function ErrorNotice({ error, onRetry, retrying = false, title, heading = 'h2' }: ErrorNoticeProps) {
  const { t } = useTranslation()
  const words = explainError(error, t)
  const isOffline = error instanceof ApiError && error.code === 'NETWORK'
  return (
    <Notice
      icon={words.isMissing ? SearchOffRounded : isOffline ? WifiOffRounded : CloudOffRounded}
      tone={words.isMissing ? 'neutral' : 'red'}
      title={words.isMissing ? words.title : (title ?? words.title)}
      heading={heading}
      {...(words.reference ? { code: words.reference } : {})}
      actions={
        <>
          {words.canRetry && onRetry && (
            <Button variant="contained" color="inherit" onClick={onRetry} loading={retrying}>
              {t('action.retry')}
            </Button>
          )}
          {words.isMissing && (
            <>
              <SearchForm />
              <Button variant="contained" color="inherit" href={paths.home}>
                {t('action.home')}
              </Button>
            </>
          )}
        </>
      }
    >
      {words.text}
    </Notice>
  )
}
