import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { date } from '@e-events/shared/ui/format.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { answerConsent } from '../answer-consent.ts'
import { closeConsentSettings, type ConsentChoice } from '../consent.ts'

/**
 * The settings by purpose; MUI's dialog keeps the focus in and gives it back. Closing without saving changes nothing.
 */
export function ConsentDialog({ choice }: { choice: ConsentChoice | undefined }) {
  const { t } = useTranslation('cookie-consent')
  const language = useLanguage()
  const titleId = useId()
  const [analytics, setAnalytics] = useState(choice?.analytics ?? false)
  return (
    <Dialog open onClose={closeConsentSettings} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('settings.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('settings.text')}
        </Typography>
        <Purpose name={t('necessary.title')} text={t('necessary.text')} checked locked />
        <Purpose name={t('analytics.title')} text={t('analytics.text')} checked={analytics} onChange={setAnalytics} />
        {choice && (
          <Typography variant="caption" component="p" sx={{ m: 0, mt: 2, color: 'text.secondary' }}>
            {t('settings.last', { date: date(choice.at, 'day', language) })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions
        disableSpacing
        // Both answers are of one size; on a phone the third button has a line of its own.
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1.4fr' },
          '& > :last-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        }}
      >
        <Button onClick={() => answerConsent({ analytics: false })}>{t('refuse')}</Button>
        <Button onClick={() => answerConsent({ analytics: true })}>{t('accept')}</Button>
        <Button variant="contained" onClick={() => answerConsent({ analytics })}>
          {t('settings.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface PurposeProps {
  name: string
  text: string
  checked: boolean
  /** Cannot be turned off. */
  locked?: boolean
  onChange?: (checked: boolean) => void
}

function Purpose({ name, text, checked, locked = false, onChange }: PurposeProps) {
  const nameId = useId()
  const textId = useId()
  return (
    <Box sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'border.subtle', display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1 }}>
        <Typography id={nameId} variant="h5" component="h3">
          {name}
        </Typography>
        <Typography id={textId} variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      <Switch
        checked={checked}
        disabled={locked}
        onChange={(_, wanted) => onChange?.(wanted)}
        slotProps={{ input: { 'aria-labelledby': nameId, 'aria-describedby': textId } }}
      />
    </Box>
  )
}
