import { productTypeSchema, type ProductType } from '@e-events/shared/domain/states.ts'
import { slugSchema } from '@e-events/shared/contract/common.ts'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { scheduleFiltersQuery } from '../queries.ts'

export interface Filters {
  type: ProductType | undefined
  channel: string | undefined
  category: string | undefined
}

export function readFilters(params: URLSearchParams): Filters {
  const slug = (name: string) => slugSchema.safeParse(params.get(name)).data
  return { type: productTypeSchema.safeParse(params.get('type')).data, channel: slug('channel'), category: slug('category') }
}

interface ScheduleFiltersProps {
  filters: Filters
  onChange: (name: keyof Filters, value: string | undefined) => void
}

/** Only what has dates to come can be chosen; what the address names stays chosen even where it has none left. */
export function ScheduleFilters({ filters, onChange }: ScheduleFiltersProps) {
  const { t } = useTranslation('schedule')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { data } = useQuery(scheduleFiltersQuery(api, useLanguage()))
  const lists: Record<keyof Filters, { value: string; label: string }[]> = {
    type: (data?.types ?? []).map((type) => ({ value: type, label: tc(`type.${type}`) })),
    channel: (data?.channels ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
    category: (data?.categories ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
  }
  const labels: Record<keyof Filters, string> = { type: t('filter.type'), channel: t('filter.channel'), category: t('filter.category') }
  return (
    <Box
      role="group"
      data-filters
      aria-label={t('filter.label')}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 220px))', gap: { xs: 1, sm: 1.5 } }}
    >
      {(['type', 'channel', 'category'] as const).map((name) => {
        const chosen = filters[name]
        const known = lists[name]
        const options =
          chosen === undefined || known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen }]
        return (
          <TextField
            key={name}
            select
            size="small"
            label={labels[name]}
            value={chosen ?? ''}
            onChange={({ target }) => onChange(name, target.value === '' ? undefined : target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value="">{t('filter.all')}</MenuItem>
            {options.map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        )
      })}
    </Box>
  )
}
