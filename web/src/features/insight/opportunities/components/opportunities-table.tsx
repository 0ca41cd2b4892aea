import InsightsRounded from '@mui/icons-material/InsightsRounded'
import { opportunitiesQuery, opportunityKinds, type Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import type { TableFilter } from '../../../../components/data-table/table-types.ts'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { paths } from '../../../../config/paths.ts'
import { countriesIn } from '../../../../lib/countries.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { opportunitiesListQuery } from '../queries.ts'
import { useOpportunityColumns } from '../use-opportunity-columns.tsx'
import { FollowUpButton } from './follow-up-button.tsx'

/** People who came close to buying, and the way to write to them. */
export function OpportunitiesTable() {
  const { t } = useTranslation('opportunities')
  const { api } = useServices()
  const search = useTableSearch(opportunitiesQuery)
  const list = useQuery(opportunitiesListQuery(api, search.query))
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'))
  return (
    <DataTable<Opportunity>
      id="opportunities"
      label={t('title')}
      columns={useOpportunityColumns()}
      search={search}
      list={list}
      errorTitle={t('error')}
      empty={{
        icon: InsightsRounded,
        title: t('empty'),
        text: t('emptyText'),
        action: (
          <Button variant="contained" color="inherit" href={paths.ownProducts}>
            {t('toProducts')}
          </Button>
        ),
      }}
      filters={useFilters()}
      renderRowActions={(opportunity) => <FollowUpButton opportunity={opportunity} />}
      rowActionsWidth={isWide ? 190 : 132}
    />
  )
}

function useFilters(): TableFilter[] {
  const { t } = useTranslation('opportunities')
  const language = useLanguage()
  return [
    { name: 'kind', label: t('column.kind'), options: opportunityKinds.map((value) => ({ value, label: t(`kind.${value}`) })) },
    { name: 'product', label: t('column.product'), kind: 'text' },
    { name: 'from', label: t('filter.from'), kind: 'day' },
    { name: 'to', label: t('filter.to'), kind: 'day' },
    { name: 'country', label: t('column.country'), options: countriesIn(language).map(({ code, name }) => ({ value: code, label: name })) },
  ]
}
