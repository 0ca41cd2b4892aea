import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The finished file as it is, with the browser's own controls. */
export function WatchDialog({ title, url, onClose }: { title: string; url: string; onClose: () => void }) {
  const { t } = useTranslation('recordings')
  const { t: tc } = useTranslation('common')
  const id = useId()
  const [isBroken, setBroken] = useState(false)
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={`${id}-bar`} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box id={id} sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Box>
        <IconButton aria-label={tc('action.close')} onClick={onClose} edge="end">
          <CloseRounded />
        </IconButton>
      </DialogTitle>
      <DialogContent>
        {isBroken ? (
          <Box role="alert" sx={{ py: 6, textAlign: 'center' }}>
            {t('broken')}
          </Box>
        ) : (
          <Box
            component="video"
            src={url}
            controls
            autoPlay
            playsInline
            onError={() => setBroken(true)}
            sx={{ display: 'block', width: '100%', aspectRatio: '16 / 9', bgcolor: 'black', borderRadius: '10px' }}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
