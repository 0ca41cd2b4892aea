import { languages } from '@e-events/shared/domain/language.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../config/language-names.ts'
import { currencies } from '../../lib/exchange.ts'
import { useLanguage } from '../../lib/language.ts'
import { useViewerCurrency } from '../../lib/services.ts'
import { usePreferenceChoice } from './use-preference-choice.ts'

interface ListProps {
  id: string
  anchor: HTMLElement | null
  onClose: () => void
}

export function CurrencyList(props: ListProps) {
  const { t } = useTranslation()
  const names = new Intl.DisplayNames(localeTags[useLanguage()], { type: 'currency' })
  const { chooseCurrency } = usePreferenceChoice()
  return (
    <ChoiceMenu
      {...props}
      label={t('currency.label')}
      choices={currencies}
      chosen={useViewerCurrency()}
      onChoose={chooseCurrency}
      itemProps={() => ({ sx: { gap: 2 } })}
    >
      {(currency) => (
        <>
          <Box component="span" className="tabular" sx={{ width: 36, fontWeight: 620 }}>
            {currency}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } }}>
            {names.of(currency)}
          </Box>
        </>
      )}
    </ChoiceMenu>
  )
}

export function LanguageList(props: ListProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { chooseLanguage } = usePreferenceChoice()
  return (
    <ChoiceMenu
      {...props}
      label={t('language.label')}
      choices={languages}
      chosen={language}
      onChoose={chooseLanguage}
      itemProps={(choice) => ({ lang: choice, sx: { minWidth: 160, justifyContent: 'space-between' } })}
    >
      {(choice) => (
        <>
          {languageNames[choice]}
          {choice === language && <CheckRounded aria-hidden sx={{ color: 'secondary.main' }} />}
        </>
      )}
    </ChoiceMenu>
  )
}

interface ChoiceMenuProps<Choice extends string> extends ListProps {
  label: string
  choices: readonly Choice[]
  chosen: Choice
  onChoose: (choice: Choice) => void
  itemProps: (choice: Choice) => Pick<MenuItemProps, 'lang' | 'sx'>
  children: (choice: Choice) => ReactNode
}

function ChoiceMenu<Choice extends string>(props: ChoiceMenuProps<Choice>) {
  const { id, anchor, onClose, label, choices, chosen, onChoose, itemProps, children } = props
  return (
    // Outside of the page's landmarks (it is painted over everything), so it is one of its own.
    <Menu
      id={id}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{ root: { role: 'region', 'aria-label': label }, list: { 'aria-label': label } }}
    >
      {choices.map((choice) => (
        <MenuItem
          key={choice}
          role="menuitemradio"
          aria-checked={choice === chosen}
          selected={choice === chosen}
          onClick={() => {
            onClose()
            onChoose(choice)
          }}
          {...itemProps(choice)}
        >
          {children(choice)}
        </MenuItem>
      ))}
    </Menu>
  )
}
