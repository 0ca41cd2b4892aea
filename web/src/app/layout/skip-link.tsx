import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

/** The first stop of a keyboard: past the navigation, to what the page is about. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <Box
      component="a"
      href="#content"
      sx={{
        position: 'absolute',
        left: -9999,
        zIndex: 'tooltip',
        '&:focus': { left: 16, top: 12, p: 1, px: 1.5, bgcolor: 'surface.raised', color: 'text.primary', borderRadius: '8px' },
      }}
    >
      {t('nav.skip')}
    </Box>
  )
}
