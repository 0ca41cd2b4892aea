import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined'
import { redeemedCodeKinds, redeemedCodes, redeemedCodesQuery, type RedeemedCode } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import type { TableFilter } from '../../../../components/data-table/table-types.ts'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { paths } from '../../../../config/paths.ts'
import { useServices } from '../../../../lib/services.ts'
import { redeemedCodesListQuery } from '../queries.ts'
import { useRedeemedCodeColumns } from '../use-redeemed-code-columns.tsx'

/** Codes that opened a product of an organizer, or lowered its price. */
export function RedeemedCodesTable() {
  const { t } = useTranslation('redeemed-codes')
  const { api } = useServices()
  const search = useTableSearch(redeemedCodesQuery)
  const list = useQuery(redeemedCodesListQuery(api, search.query))
  return (
    <DataTable<RedeemedCode>
      id="redeemed-codes"
      label={t('title')}
      columns={useRedeemedCodeColumns()}
      search={search}
      list={list}
      errorTitle={t('error')}
      empty={{
        icon: ConfirmationNumberOutlined,
        title: t('empty'),
        text: t('emptyText'),
        action: (
          <Button variant="contained" color="inherit" href={paths.ownProducts}>
            {t('toProducts')}
          </Button>
        ),
      }}
      searchField={{ label: t('search'), placeholder: t('searchHint') }}
      filters={useFilters()}
      onExport={(format) => api.call(redeemedCodes.export, { query: { ...search.fileQuery, format } })}
    />
  )
}

function useFilters(): TableFilter[] {
  const { t } = useTranslation('redeemed-codes')
  return [
    { name: 'product', label: t('column.product'), kind: 'text' },
    { name: 'email', label: t('column.email'), kind: 'text' },
    { name: 'from', label: t('filter.from'), kind: 'day' },
    { name: 'to', label: t('filter.to'), kind: 'day' },
    { name: 'kind', label: t('column.kind'), options: redeemedCodeKinds.map((value) => ({ value, label: t(`kind.${value}`) })) },
  ]
}
