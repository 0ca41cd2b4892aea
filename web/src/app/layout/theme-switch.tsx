import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { useDarkness } from './use-darkness.ts'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const { isDark, setDark } = useDarkness()
  return (
    <IconButton aria-label={t(isDark ? 'theme.toLight' : 'theme.toDark')} onClick={() => setDark(!isDark)}>
      {isDark ? <LightModeOutlined /> : <DarkModeOutlined />}
    </IconButton>
  )
}
