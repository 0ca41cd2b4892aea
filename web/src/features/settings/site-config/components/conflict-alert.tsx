import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

interface ConflictAlertProps {
  isLoading: boolean
  onReload: () => void
}

/**
 * Somebody else was faster. Typed values stay: after loading they stand on top of the newer values, to be saved or
 * discarded.
 */
export function ConflictAlert({ isLoading, onReload }: ConflictAlertProps) {
  const { t } = useTranslation('site-config')
  return (
    <Alert
      severity="warning"
      role="alert"
      sx={{ mb: 2 }}
      action={
        <Button size="small" loading={isLoading} onClick={onReload}>
          {t('conflict.load')}
        </Button>
      }
    >
      {t('conflict.text')}
    </Alert>
  )
}
