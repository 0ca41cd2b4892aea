import { languages } from '@e-events/shared/domain/language.ts'
import CheckRounded from '@mui/icons-material/CheckRounded'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/language.ts'
import { usePreferenceChoice } from './use-preference-choice.ts'
import { languageNames } from '../../config/language-names.ts'

interface LanguageListProps {
  id: string
  anchor: HTMLElement | null
  onClose: () => void
}

export function LanguageList({ id, anchor, onClose }: LanguageListProps) {
  const { t } = useTranslation()
  const { chooseLanguage } = usePreferenceChoice()
  const language = useLanguage()
  return (
    // Outside of the page's landmarks (it is painted over everything), so it is one of its own.
    <Menu
      id={id}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{ root: { role: 'region', 'aria-label': t('language.label') }, list: { 'aria-label': t('language.label') } }}
    >
      {languages.map((choice) => (
        <MenuItem
          key={choice}
          lang={choice}
          role="menuitemradio"
          aria-checked={choice === language}
          selected={choice === language}
          onClick={() => {
            onClose()
            chooseLanguage(choice)
          }}
          sx={{ minWidth: 160, justifyContent: 'space-between' }}
        >
          {languageNames[choice]}
          {choice === language && <CheckRounded aria-hidden sx={{ color: 'secondary.main' }} />}
        </MenuItem>
      ))}
    </Menu>
  )
}
