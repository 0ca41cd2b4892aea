import FilterListRounded from '@mui/icons-material/FilterListRounded'
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import { users } from '@e-events/shared/contract/users.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../../../components/search-field.tsx'
import { useServices } from '../../../lib/services.ts'
import { columnIds, type useColumns } from '../use-columns.ts'
import type { FilterName, PeopleSearch } from '../use-people-search.ts'
import { useFilterWords } from '../use-filter-words.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterPanel } from './filter-panel.tsx'

interface PeopleToolbarProps {
  search: PeopleSearch
  columns: ReturnType<typeof useColumns>
}

export function PeopleToolbar({ search, columns }: PeopleToolbarProps) {
  const { t } = useTranslation('people')
  const { api } = useServices()
  const filterWords = useFilterWords()
  const [filterAnchor, setFilterAnchor] = useState<HTMLElement | null>(null)
  const active = (Object.keys(search.filters) as FilterName[]).filter((name) => name !== 'search' && search.filters[name] !== undefined)
  const { sort, order } = search.query
  return (
    <Box sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, borderBottom: 1, borderColor: 'border.subtle' }}>
      <SearchField
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={search.filters.search ?? ''}
        onSearch={(text) => search.change({ search: text }, { replace: true })}
        sx={{ flex: '1 1 200px', maxWidth: { sm: 300 } }}
      />
      {/* The whole chip takes its filter away: it does nothing else. */}
      {active.map((name) => (
        <Chip
          key={name}
          variant="outlined"
          label={filterWords(name, search.filters)}
          aria-label={t('filter.remove', { filter: filterWords(name, search.filters) })}
          onClick={() => search.change({ [name]: null })}
          onDelete={() => search.change({ [name]: null })}
          sx={{ height: 30 }}
        />
      ))}
      <Button
        size="small"
        variant="text"
        startIcon={<FilterListRounded />}
        aria-haspopup="dialog"
        aria-expanded={filterAnchor !== null}
        onClick={(event) => setFilterAnchor(event.currentTarget)}
      >
        {t('filter.title')}
      </Button>
      {search.hasFilters && (
        <Button size="small" variant="text" onClick={search.clear}>
          {t('filter.clear')}
        </Button>
      )}
      <Box sx={{ flex: 1 }} />
      <ExportMenu load={(format) => api.call(users.export, { query: { ...search.filters, sort, order, format } })} />
      <ColumnMenu columns={columns} />
      <FilterPanel anchor={filterAnchor} search={search} onClose={() => setFilterAnchor(null)} />
    </Box>
  )
}

function ColumnMenu({ columns }: Pick<PeopleToolbarProps, 'columns'>) {
  const { t } = useTranslation('people')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('columns.choose')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewColumnOutlined />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('columns.choose') }, list: { 'aria-label': t('columns.choose') } }}
      >
        {columnIds.map((id) => (
          <MenuItem
            key={id}
            role="menuitemcheckbox"
            aria-checked={columns.columns.includes(id)}
            onClick={() => columns.toggle(id)}
            sx={{ py: 0 }}
          >
            <Checkbox
              checked={columns.columns.includes(id)}
              tabIndex={-1}
              aria-hidden
              sx={{ p: 0.5, ml: -0.5 }}
              slotProps={{ input: { tabIndex: -1, 'aria-hidden': true } }}
            />
            {t(`column.${id}`)}
          </MenuItem>
        ))}
        <Divider component="li" />
        <MenuItem disabled={!columns.isChosen} onClick={columns.reset}>
          {t('columns.reset')}
        </MenuItem>
      </Menu>
    </>
  )
}
