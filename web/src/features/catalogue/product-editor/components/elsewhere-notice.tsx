import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import type { Elsewhere } from '../hooks/use-product-form.ts'
import { partOf } from '../rules.ts'

interface ElsewhereNoticeProps {
  elsewhere: Elsewhere
  label: (step: string) => string
  goTo: (step: string) => void
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/**
 * Somebody else stored something first. Typed values are still here; where both changed the same, the person here
 * chooses.
 */
export function ElsewhereNotice({ elsewhere: { changed, clashing }, label, goTo, onKeepMine, onTakeTheirs }: ElsewhereNoticeProps) {
  const { t } = useTranslation('product-editor')
  const mustChoose = clashing.length > 0
  const steps = [...new Set((mustChoose ? clashing : changed).map(partOf))]
  return (
    <Alert
      severity={mustChoose ? 'warning' : 'info'}
      role="alert"
      sx={{ mb: 2, '& .MuiAlert-message': { flex: 1 } }}
      {...(mustChoose ? {} : { onClose: onKeepMine })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 280px' }}>
          {t(mustChoose ? 'elsewhere.clash' : 'elsewhere.merged')}{' '}
          {steps.map((step, index) => (
            <span key={step}>
              {index > 0 && ', '}
              <Link component="button" type="button" onClick={() => goTo(step)} sx={{ verticalAlign: 'baseline', color: 'inherit' }}>
                {label(step)}
              </Link>
            </span>
          ))}
        </Box>
        {mustChoose && (
          <>
            <Button size="small" variant="text" onClick={onTakeTheirs}>
              {t('elsewhere.takeTheirs')}
            </Button>
            <Button size="small" onClick={onKeepMine}>
              {t('elsewhere.keepMine')}
            </Button>
          </>
        )}
      </Box>
    </Alert>
  )
}
