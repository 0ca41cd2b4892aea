import FilterListRounded from '@mui/icons-material/FilterListRounded'
import type { DownloadedFile } from '@e-events/shared/contract/endpoint.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '@e-events/shared/domain/language.ts'
import { date } from '@e-events/shared/ui/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { SearchField } from '../forms/search-field.tsx'
import { ColumnMenu } from './column-menu.tsx'
import type { TableFilter } from './table-types.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { ShownColumns } from './use-table-columns.ts'
import type { TableSearch } from './use-table-search.ts'

interface TableToolbarProps {
  columns: readonly { id: string; label: string; fixed?: boolean }[]
  search: TableSearch
  shown: ShownColumns
  searchField?: { label: string; placeholder: string }
  filters?: readonly TableFilter[]
  onExport?: (format: 'csv' | 'xlsx') => Promise<DownloadedFile>
  actions?: ReactNode
}

const noFilters: readonly TableFilter[] = []

export function TableToolbar({ columns, search, shown, searchField, filters = noFilters, onExport, actions }: TableToolbarProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const bar = useRef<HTMLElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  // The button that removes a filter goes with it; the focus stays beside it.
  const remove = (act: () => void) => () => {
    act()
    const next = filterButton.current ?? bar.current?.querySelector('input')
    next?.focus()
  }
  const language = useLanguage()
  const active = filters.flatMap((filter) => {
    const value = search.filters[filter.name]
    return value === undefined
      ? []
      : [{ name: filter.name, text: t('table.filter.chip', { name: filter.label, value: valueWords(filter, value, language) }) }]
  })
  return (
    <Box
      ref={bar}
      data-filters
      sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, borderBottom: 1, borderColor: 'border.subtle' }}
    >
      {searchField && (
        <SearchField
          {...searchField}
          value={search.filters['search'] ?? ''}
          onSearch={(text) => search.change({ search: text }, { replace: true })}
          sx={{ flex: '1 1 200px', maxWidth: { sm: 300 } }}
        />
      )}
      {/* The whole chip takes its filter away: it does nothing else. */}
      {active.map(({ name, text }) => (
        <Chip
          key={name}
          variant="outlined"
          label={text}
          aria-label={t('table.filter.remove', { filter: text })}
          onClick={remove(() => search.change({ [name]: null }))}
          onDelete={remove(() => search.change({ [name]: null }))}
          sx={{ height: 30 }}
        />
      ))}
      {filters.length > 0 && (
        <Button
          ref={filterButton}
          size="small"
          variant="text"
          startIcon={<FilterListRounded />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {t('table.filter.title')}
        </Button>
      )}
      {Object.keys(search.filters).length > 0 && (
        <Button size="small" variant="text" onClick={remove(search.clear)}>
          {t('table.filter.clear')}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      {onExport && <ExportMenu load={onExport} />}
      <ColumnMenu columns={columns} shown={shown} />
      {actions}
      <FilterPanel anchor={anchor} filters={filters} search={search} onClose={() => setAnchor(null)} />
    </Box>
  )
}

function valueWords(filter: TableFilter, value: string, language: Language): string {
  if ('options' in filter) return filter.options.find((option) => option.value === value)?.label ?? value
  // A day is a day in every zone.
  return filter.kind === 'day' ? date(`${value}T12:00:00Z`, 'day', language, 'UTC') : value
}
