import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { count } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import type { Studio } from '../../../broadcast/studio.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'

/** Ending is for good: it says what happens to the viewers and to the recording before it is done. */
export function EndDialog({ studio, onClose }: { studio: Studio; onClose(): void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { viewers, broadcast } = useStore(studio.air)
  const isRehearsal = broadcast?.kind === 'rehearsal'
  const end = () => {
    onClose()
    void studio.air.end()
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="end-title">
      <DialogTitle id="end-title">{t(isRehearsal ? 'rehearsal.endTitle' : 'end.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
          {isRehearsal ? (
            t('rehearsal.overText')
          ) : (
            <>
              {t('end.viewers', { count: viewers, formatted: count(viewers, language) })}{' '}
              {t(broadcast?.recording === false ? 'end.notRecorded' : 'end.recorded')}
            </>
          )}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {t(isRehearsal ? 'rehearsal.stay' : 'end.stay')}
        </Button>
        <Button variant="contained" color="primary" onClick={end}>
          {t(isRehearsal ? 'rehearsal.end' : 'end.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
