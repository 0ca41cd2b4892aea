import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import type { CallOutput } from '@e-events/shared/contract/endpoint.ts'
import type { users } from '@e-events/shared/contract/users.ts'
import { count } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/language.ts'
import { pageSizes, type PeopleSearch } from '../use-people-search.ts'

interface PeopleFooterProps {
  list: UseQueryResult<CallOutput<typeof users.list>>
  search: PeopleSearch
}

export function PeopleFooter({ list, search }: PeopleFooterProps) {
  const { t } = useTranslation('people')
  const language = useLanguage()
  const labelId = useId()
  const { limit } = search.query
  const from = (search.page - 1) * limit
  const shown = list.data?.items.length ?? 0
  return (
    <Box
      component="nav"
      aria-label={t('pages.label')}
      className="tabular"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: { xs: 1, sm: 2 },
        minHeight: 52,
        px: 1.5,
        borderTop: 1,
        borderColor: 'border.subtle',
        fontSize: 13,
        color: 'text.secondary',
      }}
    >
      <Box component="span" id={labelId} sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {t('pages.size')}
      </Box>
      <Select
        variant="standard"
        disableUnderline
        value={pageSizes.find((size) => size === limit) ?? 50}
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
        {list.data &&
          (shown === 0
            ? t('pages.none')
            : t('pages.range', {
                from: count(from + 1, language),
                to: count(from + shown, language),
                total: count(Math.max(list.data.total, from + shown), language),
              }))}
      </Box>
      <Box>
        <IconButton
          size="small"
          aria-label={t('pages.previous')}
          disabled={search.page === 1 || list.isPlaceholderData}
          onClick={search.back}
        >
          <ChevronLeftRounded />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('pages.next')}
          disabled={!list.data?.nextCursor || list.isPlaceholderData}
          onClick={() => list.data?.nextCursor && search.next(list.data.nextCursor)}
        >
          <ChevronRightRounded />
        </IconButton>
      </Box>
    </Box>
  )
}
