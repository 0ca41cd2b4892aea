import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'

const keys = [
  ['playPause', 'K · {space}'],
  ['seek', 'J · L'],
  ['arrows', '← · →'],
  ['volume', '↑ · ↓'],
  ['mute', 'M'],
  ['fullscreen', 'F'],
  ['theatre', 'T'],
  ['pip', 'P'],
  ['digits', '0–9'],
  ['feeds', '⇧ 1–9'],
  ['cameras', 'V'],
  ['captions', 'C'],
  ['sound', 'A'],
  ['rate', '< · >'],
  ['stats', 'I'],
  ['live', '{end}'],
] as const

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('player')
  return (
    <Dialog open={open} onClose={onClose} data-mode="dark" maxWidth="xs" fullWidth>
      <DialogTitle>{t('help.title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1.25, typography: 'body2' }}>
          {keys.map(([name, key]) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt">{t(`help.${name}`)}</Box>
              <Box component="dd" className="tabular" sx={{ m: 0, color: 'text.secondary', fontWeight: 600 }}>
                {key.replace('{space}', t('help.keySpace')).replace('{end}', t('help.keyEnd'))}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('help.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
