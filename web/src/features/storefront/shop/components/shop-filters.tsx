import { languages } from '@e-events/shared/domain/language.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import { shopOrders } from '@e-events/shared/contract/storefront/shop.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RemoveFilters } from '../../../../components/forms/remove-filters.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { eurosOf, isNarrowed, mostEuros, type ShopState } from '../shop-state.ts'

interface ShopFiltersProps {
  state: ShopState
  categories: readonly { slug: string; title: string }[]
  onChange: (change: Partial<ShopState>) => void
}

export const noFilters = {
  type: undefined,
  plan: undefined,
  category: undefined,
  spoken: undefined,
  minPrice: undefined,
  maxPrice: undefined,
}

export function ShopFilters({ state, categories, onChange }: ShopFiltersProps) {
  const { t } = useTranslation('shop')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const names = new Intl.DisplayNames([localeTags[language]], { type: 'language' })
  return (
    <Box
      role="group"
      data-filters
      aria-label={t('filter.label')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))', lg: 'repeat(7, minmax(0, 1fr))' },
        // Seven of them: the last one has a row of its own on a phone.
        '& > :last-child': { gridColumn: { xs: '1 / -1', md: 'auto' } },
        gap: 1.5,
        alignItems: 'start',
      }}
    >
      <Choice
        label={t('filter.type')}
        all={t('filter.all')}
        value={state.type}
        options={[
          ...productTypes.map((type) => ({ value: type as string, label: tc(`type.${type}`) })),
          { value: 'bundle', label: t('type.bundle') },
          { value: 'subscription', label: t('type.subscription') },
        ]}
        onChoose={(type) => onChange({ type: type as ShopState['type'] })}
      />
      <Choice
        label={t('filter.category')}
        all={t('filter.all')}
        value={state.category}
        options={categories.map(({ slug, title }) => ({ value: slug, label: title }))}
        onChoose={(category) => onChange({ category })}
      />
      <Choice
        label={t('filter.plan')}
        all={t('filter.all')}
        value={state.plan}
        options={[
          { value: 'free', label: t('plan.free') },
          { value: 'paid', label: t('plan.paid') },
        ]}
        onChoose={(plan) => onChange({ plan: plan as ShopState['plan'] })}
      />
      <Choice
        label={t('filter.spoken')}
        all={t('filter.all')}
        value={state.spoken}
        options={languages.map((code) => ({ value: code, label: names.of(code) ?? code }))}
        onChoose={(spoken) => onChange({ spoken: spoken as ShopState['spoken'] })}
      />
      <Euros label={t('filter.minPrice')} value={state.minPrice} onChange={(minPrice) => onChange({ minPrice })} />
      <Euros label={t('filter.maxPrice')} value={state.maxPrice} onChange={(maxPrice) => onChange({ maxPrice })} />
      <TextField
        select
        size="small"
        label={t('sort.label')}
        value={state.sort}
        onChange={({ target }) => onChange({ sort: target.value as ShopState['sort'] })}
      >
        {shopOrders.map((order) => (
          <MenuItem key={order} value={order}>
            {t(`sort.${order}`)}
          </MenuItem>
        ))}
      </TextField>
      {isNarrowed(state) && (
        <RemoveFilters variant="text" size="small" sx={{ justifySelf: 'start', minHeight: 40 }} onRemove={() => onChange(noFilters)}>
          {t('filter.clear')}
        </RemoveFilters>
      )}
    </Box>
  )
}

interface ChoiceProps {
  label: string
  all: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChoose: (value: string | undefined) => void
}

function Choice({ label, all, value, options, onChoose }: ChoiceProps) {
  const known = value === undefined || options.some((option) => option.value === value) ? options : [...options, { value, label: value }]
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{all}</MenuItem>
      {known.map((option) => (
        <MenuItem key={option.value} value={option.value} sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}

const pauseMs = 400

/** Whole euros; what is typed counts once typing pauses. */
function Euros({ label, value, onChange }: { label: string; value: number | undefined; onChange: (euros: number | undefined) => void }) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const [shownFor, setShownFor] = useState(value)
  if (value !== shownFor) {
    setShownFor(value)
    setText(value === undefined ? '' : String(value))
  }
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    const wanted = eurosOf(text === '' ? null : text)
    if (wanted === value) return undefined
    const timer = setTimeout(() => change.current(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <TextField
      size="small"
      label={label}
      value={text}
      onChange={({ target }) => setText(target.value.replaceAll(/\D/g, '').slice(0, String(mostEuros).length))}
      slotProps={{ htmlInput: { inputMode: 'numeric' }, input: { endAdornment: '€' } }}
    />
  )
}
