import { languages } from '@e-events/shared/domain/language.ts'
import TranslateRounded from '@mui/icons-material/TranslateRounded'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, useLanguage } from '../lib/i18n.ts'

export const languageNames = { es: 'Español', en: 'English', pt: 'Português' } as const

export function LanguageSwitch() {
  const { t, i18n } = useTranslation()
  const current = useLanguage()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip title={t('shell.language')}>
        <IconButton aria-label={t('shell.language')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
          <TranslateRounded />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {languages.map((language) => (
          <MenuItem
            key={language}
            lang={language}
            selected={language === current}
            onClick={() => {
              setAnchor(null)
              void chooseLanguage(i18n, language)
            }}
          >
            <ListItemText>{languageNames[language]}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
