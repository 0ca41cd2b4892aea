import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import { setMode, useMode } from '@e-events/shared/ui/theme/mode.ts'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const isDark = useMode() === 'alternative'
  return (
    <IconButton aria-label={t(isDark ? 'theme.toLight' : 'theme.toDark')} onClick={() => setMode(isDark ? 'normal' : 'alternative')}>
      {isDark ? <LightModeOutlined /> : <DarkModeOutlined />}
    </IconButton>
  )
}
