import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { StartButton } from './start-button.tsx'

export function Closing() {
  const { t } = useTranslation('landing')
  return (
    <Box component="section" aria-labelledby="landing-closing" sx={{ px: 'var(--ee-gutter)', textAlign: 'center' }}>
      <Typography id="landing-closing" variant="h1" component="h2">
        {t('closing.title')}
      </Typography>
      <Typography variant="subtitle1" sx={{ mt: 1, mb: 3, color: 'text.secondary' }}>
        {t('closing.text')}
      </Typography>
      <StartButton />
    </Box>
  )
}
