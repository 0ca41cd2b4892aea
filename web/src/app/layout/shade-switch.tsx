import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import { setBackOfficeShade, useScheme } from '@e-events/shared/ui/theme/mode.ts'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'

/** The two shades of the back office; the storefront keeps its own choice. */
export function ShadeSwitch() {
  const { t } = useTranslation()
  const isDark = useScheme() === 'backOfficeDark'
  return (
    <IconButton aria-label={t(isDark ? 'theme.toLight' : 'theme.toDark')} onClick={() => setBackOfficeShade(isDark ? 'light' : 'dark')}>
      {isDark ? <LightModeOutlined /> : <DarkModeOutlined />}
    </IconButton>
  )
}
