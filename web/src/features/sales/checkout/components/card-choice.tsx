import type { Checkout } from '@e-events/shared/contract/sales/orders.ts'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** A saved card, or another one, which may be saved. */
export interface CardWish {
  cardId: string | null
  saves: boolean
}

interface CardChoiceProps {
  cards: Checkout['cards']
  value: CardWish
  onChange: (wish: CardWish) => void
}

const other = 'other'

/** The cards of the account, and the question whether a new one is kept for the next time. */
export function CardChoice({ cards, value, onChange }: CardChoiceProps) {
  const { t } = useTranslation('checkout')
  return (
    <>
      {cards.length > 0 && (
        <>
          <Typography variant="h4" component="h2" id="payment-card" sx={{ mt: 4.5, mb: 1.75 }}>
            {t('card.title')}
          </Typography>
          <RadioGroup
            aria-labelledby="payment-card"
            value={value.cardId ?? other}
            onChange={(_, chosen) => onChange({ ...value, cardId: chosen === other ? null : chosen })}
            sx={{ gap: 1 }}
          >
            {[...cards, { id: other, label: '' }].map(({ id, label }) => (
              <FormControlLabel
                key={id}
                value={id}
                control={<Radio />}
                label={id === other ? t('card.other') : t('card.saved', { label })}
                className="tabular"
                sx={{ mx: 0, px: 1, py: 0.75, border: 1, borderColor: 'border.default', borderRadius: '12px' }}
              />
            ))}
          </RadioGroup>
        </>
      )}
      {value.cardId === null && (
        <FormControlLabel
          sx={{ mt: cards.length > 0 ? 1 : 3, mr: 0 }}
          control={<Checkbox checked={value.saves} onChange={(_, saves) => onChange({ ...value, saves })} />}
          label={<Typography variant="body2">{t('card.save')}</Typography>}
        />
      )}
    </>
  )
}
