import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSnack } from '../../components/snack.tsx'
import { line } from '../../components/panel.tsx'
import { useServices } from '../../lib/services.ts'

/** The link to a rehearsal, ready to be copied: whoever has it watches. */
export function RehearsalLink({ url }: { url: string }) {
  const { t } = useTranslation()
  const { platform } = useServices()
  const show = useSnack()
  return (
    <Box sx={{ flexShrink: 0, borderBottom: 1, borderColor: line, p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
        {t('rehearsal.who')}
      </Typography>
      <TextField
        size="small"
        label={t('rehearsal.link')}
        value={url}
        slotProps={{ htmlInput: { readOnly: true, onFocus: (event: React.FocusEvent<HTMLInputElement>) => event.target.select() } }}
      />
      <Button
        variant="soft"
        color="inherit"
        endIcon={<OpenInNewRounded sx={{ fontSize: 16 }} />}
        onClick={() => void platform.openLink(url).catch(() => show(t('errors.unknown')))}
      >
        {t('rehearsal.open')}
      </Button>
    </Box>
  )
}
