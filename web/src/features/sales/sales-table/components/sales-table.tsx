import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import { sales, salesQuery, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { soldStatuses } from '@e-events/shared/domain/states.ts'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../../components/data-table/data-table.tsx'
import type { TableFilter } from '../../../../components/data-table/table-types.ts'
import { useTableSearch } from '../../../../components/data-table/use-table-search.ts'
import { paths } from '../../../../config/paths.ts'
import { countriesIn } from '../../../../lib/countries.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { salesListQuery, type SalesScope } from '../queries.ts'
import { useSaleColumns } from '../use-sale-columns.tsx'
import { SaleDetail } from './sale-detail.tsx'
import { SalesSums } from './sales-sums.tsx'

/** Sold products with their sums and refunds. */
export function SalesTable({ scope }: { scope: SalesScope }) {
  const { t } = useTranslation('sales-table')
  const { api } = useServices()
  const search = useTableSearch(salesQuery)
  const list = useQuery(salesListQuery(api, scope, search.query))
  const [openId, setOpenId] = useState<string | null>(null)
  const open = list.data?.items.find(({ id }) => id === openId)
  const columns = useSaleColumns({ onOpen: ({ id }) => setOpenId(id) })
  return (
    <>
      <SalesSums sums={list.data?.sums} scope={scope} isFiltered={Object.keys(search.filters).length > 0} />
      <DataTable<Sale>
        id={`sales-${scope}`}
        label={t('title')}
        columns={columns}
        search={search}
        list={list}
        errorTitle={t('error')}
        empty={{
          icon: ReceiptLongOutlined,
          title: t('empty'),
          text: t(scope === 'own' ? 'emptyText' : 'emptyAllText'),
          ...(scope === 'own' && {
            action: (
              <Button variant="contained" color="inherit" href={paths.ownProducts}>
                {t('toProducts')}
              </Button>
            ),
          }),
        }}
        searchField={{ label: t('search'), placeholder: t('searchHint') }}
        filters={useSaleFilters()}
        onExport={(format) => api.call(scope === 'own' ? sales.exportOwn : sales.export, { query: { ...search.fileQuery, format } })}
        onOpen={({ id }) => setOpenId(id)}
      />
      <Drawer
        anchor="right"
        open={open !== undefined}
        onClose={() => setOpenId(null)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('detail'), sx: { width: 'min(420px, 100vw)' } } }}
      >
        {open && <SaleDetail key={open.id} sale={open} scope={scope} onClose={() => setOpenId(null)} />}
      </Drawer>
    </>
  )
}

function useSaleFilters(): TableFilter[] {
  const { t } = useTranslation('sales-table')
  const language = useLanguage()
  return [
    { name: 'product', label: t('column.product'), kind: 'text' },
    { name: 'email', label: t('column.email'), kind: 'text' },
    { name: 'from', label: t('filter.from'), kind: 'day' },
    { name: 'to', label: t('filter.to'), kind: 'day' },
    { name: 'country', label: t('column.country'), options: countriesIn(language).map(({ code, name }) => ({ value: code, label: name })) },
    { name: 'status', label: t('column.state'), options: soldStatuses.map((value) => ({ value, label: t(`status.${value}`) })) },
  ]
}
