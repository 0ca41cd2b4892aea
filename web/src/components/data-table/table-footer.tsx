import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import { count } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/language.ts'
import type { TableList } from './table-types.ts'
import { pageSizes, type TableSearch } from './use-table-search.ts'

interface TableFooterProps {
  list: Pick<TableList<unknown>, 'data' | 'isPlaceholderData'>
  search: Pick<TableSearch, 'page' | 'limit' | 'change' | 'next' | 'back'>
}

/** Page size, where in the list this page lies, and the ways to its neighbours. */
export function TableFooter({ list, search }: TableFooterProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const labelId = useId()
  const from = (search.page - 1) * search.limit
  const shown = list.data?.items.length ?? 0
  const range = { from: count(from + 1, language), to: count(from + shown, language) }
  const position = () => {
    if (shown === 0) return t('table.pages.none')
    if (list.data?.total === undefined) return t('table.pages.rangeOnly', range)
    return t('table.pages.range', { ...range, total: count(Math.max(list.data.total, from + shown), language) })
  }
  return (
    <Box
      component="nav"
      aria-label={t('table.pages.label')}
      className="tabular"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: { xs: 1, sm: 2 },
        minHeight: 52,
        px: 1.5,
        // Lies on the line below the last row.
        mt: '-1px',
        borderTop: 1,
        borderColor: 'border.subtle',
        fontSize: 13,
        color: 'text.secondary',
      }}
    >
      <Box component="span" id={labelId} sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {t('table.pages.size')}
      </Box>
      <Select
        variant="standard"
        disableUnderline
        value={pageSizes.find((size) => size === search.limit) ?? pageSizes[0]}
        onChange={({ target }) => search.change({ limit: String(target.value) })}
        SelectDisplayProps={{ 'aria-labelledby': labelId }}
        sx={{ fontSize: 13 }}
      >
        {pageSizes.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
      <Box component="span" role="status">
        {list.data && position()}
      </Box>
      <Box sx={{ whiteSpace: 'nowrap' }}>
        <IconButton
          size="small"
          aria-label={t('table.pages.previous')}
          disabled={search.page === 1 || list.isPlaceholderData}
          onClick={search.back}
        >
          <ChevronLeftRounded />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('table.pages.next')}
          disabled={!list.data?.nextCursor || list.isPlaceholderData}
          onClick={() => list.data?.nextCursor && search.next(list.data.nextCursor)}
        >
          <ChevronRightRounded />
        </IconButton>
      </Box>
    </Box>
  )
}
