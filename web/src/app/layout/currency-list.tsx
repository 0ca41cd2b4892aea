import { localeTags } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTranslation } from 'react-i18next'
import { currencies } from '../../lib/exchange.ts'
import { useLanguage } from '../../lib/language.ts'
import { useViewerCurrency } from '../../lib/services.ts'
import { usePreferenceChoice } from './use-preference-choice.ts'

interface CurrencyListProps {
  id: string
  anchor: HTMLElement | null
  onClose: () => void
}

export function CurrencyList({ id, anchor, onClose }: CurrencyListProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const chosen = useViewerCurrency()
  const { chooseCurrency } = usePreferenceChoice()
  const names = new Intl.DisplayNames(localeTags[language], { type: 'currency' })
  return (
    // Outside of the page's landmarks (it is painted over everything), so it is one of its own.
    <Menu
      id={id}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{ root: { role: 'region', 'aria-label': t('currency.label') }, list: { 'aria-label': t('currency.label') } }}
    >
      {currencies.map((currency) => (
        <MenuItem
          key={currency}
          role="menuitemradio"
          aria-checked={currency === chosen}
          selected={currency === chosen}
          onClick={() => {
            onClose()
            chooseCurrency(currency)
          }}
          sx={{ gap: 2 }}
        >
          <Box component="span" className="tabular" sx={{ width: 36, fontWeight: 620 }}>
            {currency}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } }}>
            {names.of(currency)}
          </Box>
        </MenuItem>
      ))}
    </Menu>
  )
}
