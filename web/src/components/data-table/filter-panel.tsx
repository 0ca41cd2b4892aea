import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../forms/date-field.tsx'
import { useTypedText } from '../forms/use-typed-text.ts'
import { RemoveFilters } from '../forms/remove-filters.tsx'
import type { TableFilter } from './table-types.ts'
import type { TableSearch } from './use-table-search.ts'

interface FilterPanelProps {
  anchor: HTMLElement | null
  filters: readonly TableFilter[]
  search: TableSearch
  onClose: () => void
}

/** Every choice narrows the table at once; closing the panel is all that is left to do. */
export function FilterPanel({ anchor, filters, search, onClose }: FilterPanelProps) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          sx: { mt: 0.75, p: 2, width: 'min(440px, calc(100vw - 24px))', borderRadius: '14px' },
        },
      }}
    >
      <Typography variant="h5" component="h2" id={titleId} sx={{ mb: 1.5 }}>
        {t('table.filter.title')}
      </Typography>
      <Box data-filters sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: filters.length > 1 ? '1fr 1fr' : '1fr' } }}>
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} search={search} />
        ))}
      </Box>
      <Box sx={{ mt: 2, display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <RemoveFilters variant="text" disabled={Object.keys(search.filters).length === 0} onRemove={search.clear}>
          {t('table.filter.clear')}
        </RemoveFilters>
        <Button variant="contained" color="inherit" onClick={onClose}>
          {t('table.filter.done')}
        </Button>
      </Box>
    </Popover>
  )
}

function FilterField({ filter, search }: { filter: TableFilter; search: TableSearch }) {
  const { t } = useTranslation()
  const { name, label } = filter
  const value = search.filters[name] ?? ''
  const change = (next: string) => search.change({ [name]: next }, { replace: true })
  if (!('options' in filter))
    return filter.kind === 'day' ? (
      <DateField label={label} value={value} onChange={change} />
    ) : (
      <TextFilter label={label} value={value} onChange={change} />
    )
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={({ target }) => search.change({ [name]: target.value })}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{t('table.filter.any')}</option>
      {filter.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  )
}

/** No search field: Escape, which closes the panel, would empty one. */
function TextFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [text, setText] = useTypedText(value, onChange)
  return (
    <TextField label={label} value={text} onChange={({ target }) => setText(target.value)} slotProps={{ htmlInput: { maxLength: 120 } }} />
  )
}
