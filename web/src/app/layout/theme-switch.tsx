import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import { setBackOfficeShade, setMode, useScheme } from '@e-events/shared/ui/theme/mode.ts'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const scheme = useScheme()
  const isDark = scheme === 'dark' || scheme === 'backOfficeDark'
  const isBackOffice = scheme === 'backOffice' || scheme === 'backOfficeDark'
  const toggle = () => (isBackOffice ? setBackOfficeShade(isDark ? 'light' : 'dark') : setMode(isDark ? 'normal' : 'alternative'))
  return (
    <IconButton aria-label={t(isDark ? 'theme.toLight' : 'theme.toDark')} onClick={toggle}>
      {isDark ? <LightModeOutlined /> : <DarkModeOutlined />}
    </IconButton>
  )
}
