import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'
import { roomKeys } from '../hooks/use-keys.ts'

const names = { m: 'microphone', v: 'camera', s: 'screen', h: 'hand', p: 'people', c: 'chat', g: 'view', '?': 'help' } as const

export function KeysHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('room')
  return (
    <Dialog open={open} onClose={onClose} data-mode="dark" maxWidth="xs" fullWidth>
      <DialogTitle>{t('keys.title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1.25, typography: 'body2' }}>
          {roomKeys.map((key) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt">{t(`keys.${names[key]}`)}</Box>
              <Box component="dd" sx={{ m: 0, color: 'text.secondary', fontWeight: 600 }}>
                {key.toLocaleUpperCase()}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
