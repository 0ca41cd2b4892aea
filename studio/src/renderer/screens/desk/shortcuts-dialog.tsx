import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTranslation } from 'react-i18next'

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const rows = [
    ['M', t('shortcuts.silence')],
    ['1 – 9', t('shortcuts.strip')],
    ['Esc', t('shortcuts.cancel')],
    ['?', t('shortcuts.help')],
  ] as const
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">{t('shortcuts.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            alignItems: 'center',
            columnGap: 2,
            rowGap: 1.25,
            '& dd': { m: 0 },
          }}
        >
          {rows.map(([key, meaning]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt">
                <Box
                  component="kbd"
                  sx={{
                    px: 1,
                    py: 0.25,
                    borderRadius: '6px',
                    bgcolor: 'tint.neutral',
                    fontFamily: 'inherit',
                    fontSize: 13,
                    fontWeight: 620,
                  }}
                >
                  {key}
                </Box>
              </Box>
              <Box component="dd" sx={{ typography: 'body2' }}>
                {meaning}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {t('shell.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
