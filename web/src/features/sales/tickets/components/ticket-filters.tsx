import { ticketSources } from '@e-events/shared/contract/sales/tickets.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { RemoveFilters } from '../../../../components/forms/remove-filters.tsx'
import { isChosen, type TicketFilter } from '../ticket-filter.ts'

interface TicketFiltersProps {
  filter: TicketFilter
  onChange: (filter: Partial<TicketFilter>) => void
  onRemove: () => void
}

export function TicketFilters({ filter, onChange, onRemove }: TicketFiltersProps) {
  const { t } = useTranslation('tickets')
  const { t: tc } = useTranslation('common')
  return (
    <Box
      role="group"
      data-filters
      aria-label={t('filter.label')}
      sx={{
        display: 'grid',
        gap: 1.5,
        mb: 2.5,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 200px)) auto' },
        '& > :nth-of-type(3)': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
      }}
    >
      <Choice
        label={t('filter.type')}
        value={filter.type}
        options={productTypes.map((type) => ({ value: type, label: tc(`type.${type}`) }))}
        onChoose={(type) => onChange({ type: type as TicketFilter['type'] })}
      />
      <Choice
        label={t('filter.source')}
        value={filter.source}
        options={ticketSources.map((source) => ({ value: source, label: t(`source.${source}`) }))}
        onChoose={(source) => onChange({ source: source as TicketFilter['source'] })}
      />
      <Choice
        label={t('filter.state')}
        value={filter.state}
        options={[
          { value: 'open', label: t('filter.open') },
          { value: 'over', label: t('filter.over') },
        ]}
        onChoose={(state) => onChange({ state: state as TicketFilter['state'] })}
      />
      {isChosen(filter) && (
        <RemoveFilters variant="text" size="small" sx={{ justifySelf: 'start', minHeight: 40 }} onRemove={onRemove}>
          {t('filter.clear')}
        </RemoveFilters>
      )}
    </Box>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChoose: (value: string | undefined) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const { t } = useTranslation('tickets')
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('filter.all')}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value} sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
