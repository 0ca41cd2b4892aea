import ScreenShareOutlined from '@mui/icons-material/ScreenShareOutlined'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { localeTags } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import type { Studio } from '../../../broadcast/studio.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { DisplayPicker } from './display-picker.tsx'
import { useAdd } from './use-add.ts'
import type { Seats } from './use-seats.ts'

/** Three ways out: side by side, on a phone one above the other with the likely one on top. */
const choices = {
  flexDirection: { xs: 'column-reverse', sm: 'row' },
  alignItems: { xs: 'stretch', sm: 'center' },
  gap: 1,
  '& > :not(style) ~ :not(style)': { ml: 0 },
} as const

/** Another device sends what would go on here: nothing is taken from it without this answer. */
export function MoveDialog({ seats }: { seats: Seats }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!seats.question) return null
  const sent = seats.question.filter(({ seat }) => seat?.sent)
  const names = new Intl.ListFormat(localeTags[language]).format(sent.map(({ seat }) => t('seats.quoted', { name: seat?.label ?? '' })))
  // A source that is this feed's own has nothing else to be.
  const couldBeNew = sent.some(({ seat, source }) => seat?.key !== source.seat)
  return (
    <Dialog open onClose={seats.dismiss} maxWidth="sm" aria-labelledby="move-title">
      <DialogTitle id="move-title">{t('seats.question', { count: sent.length, names })}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
          {t('seats.questionText')}
        </Typography>
      </DialogContent>
      <DialogActions sx={choices}>
        <Button variant="text" onClick={() => seats.answer('leave')}>
          {t('seats.leave')}
        </Button>
        {couldBeNew && (
          <Button variant="soft" color="inherit" onClick={() => seats.answer('new')}>
            {t('seats.asNew')}
          </Button>
        )}
        <Button variant="contained" color="primary" onClick={() => seats.answer('move')}>
          {t('seats.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** On air means that something is sent: without a source there is nothing to go back with. */
export function SourceDialog({ studio, seats, onAdded }: { studio: Studio; seats: Seats; onAdded(key: string): void }) {
  const { t } = useTranslation()
  const { cameras } = useStore(studio.devices)
  const add = useAdd(studio, (key) => {
    onAdded(key)
    seats.dismiss()
  })
  return (
    <>
      <Dialog open={seats.wantsSource && !add.picking} onClose={seats.dismiss} maxWidth="sm" aria-labelledby="source-title">
        <DialogTitle id="source-title">{t('seats.noSource')}</DialogTitle>
        <DialogContent>
          <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
            {t('seats.noSourceText')}
          </Typography>
        </DialogContent>
        <DialogActions sx={choices}>
          <Button variant="text" onClick={seats.dismiss}>
            {t('shell.close')}
          </Button>
          <Button variant="soft" color="inherit" startIcon={<ScreenShareOutlined />} onClick={() => void add.display()}>
            {t('monitors.addScreen')}
          </Button>
          <Button
            variant="contained"
            color="inherit"
            startIcon={<VideocamOutlined />}
            onClick={() => void add.camera(cameras[0] ?? { deviceId: '', label: '' })}
          >
            {t('monitors.addCamera')}
          </Button>
        </DialogActions>
      </Dialog>
      {add.picking && <DisplayPicker onClose={add.stopPicking} onPick={add.pick} />}
    </>
  )
}
