import type { Sale } from '@e-events/shared/contract/sales/sales.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../components/data-table/table-types.ts'
import { countryName } from '../../../lib/country-name.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useViewerZone } from '../../../lib/services.ts'
import { isDisputed, SaleState } from './components/sale-state.tsx'

/** Eight columns in the order of the specification; state and share can be chosen. */
export function useSaleColumns({ onOpen }: { onOpen: (sale: Sale) => void }): TableColumn<Sale>[] {
  const { t } = useTranslation('sales-table')
  const language = useLanguage()
  const zone = useViewerZone()
  const amount = ({ minor, currency }: Sale['amount']) => money(minor, currency, language)
  const moment = (at: string | null) => <span className="tabular">{at === null ? '–' : date(at, 'dayTime', language, zone)}</span>
  return [
    {
      id: 'number',
      label: t('column.number'),
      fixed: true,
      width: 76,
      render: (sale) => (
        <Link
          component="button"
          type="button"
          color="inherit"
          className="tabular"
          aria-label={t('open', { number: sale.number })}
          onClick={() => onOpen(sale)}
          sx={{ color: 'text.primary', fontWeight: 560, verticalAlign: 'baseline' }}
        >
          {sale.number}
        </Link>
      ),
    },
    {
      id: 'product',
      label: t('column.product'),
      minWidth: 140,
      render: (sale) => (
        <>
          <Box component="span" title={sale.product.title} sx={ellipsis}>
            {sale.product.title}
          </Box>
          {isDisputed(sale) && (
            <Box component="span" sx={{ display: 'block', typography: 'caption' }}>
              <SaleState sale={sale} />
            </Box>
          )}
        </>
      ),
    },
    {
      id: 'email',
      label: t('column.email'),
      minWidth: 150,
      showFrom: 'md',
      render: ({ email }) => (
        <Box component="span" title={email} sx={ellipsis}>
          {email}
        </Box>
      ),
    },
    {
      id: 'amount',
      label: t('column.amount'),
      sort: 'amount',
      width: 112,
      align: 'right',
      render: (sale) => (
        // Hidden words keep their place inside of the table, which scrolls by itself.
        <Box component="span" sx={{ position: 'relative' }}>
          {/* A refunded amount is no income, and looks like none. */}
          <Box
            component={sale.status === 'refunded' ? 'del' : 'span'}
            className="tabular"
            sx={{ color: sale.status === 'refunded' ? 'text.secondary' : 'inherit' }}
          >
            {amount(sale.amount)}
          </Box>
          {sale.refund !== null && (
            <span className="visually-hidden">
              {' '}
              {t(`refund.status.${sale.refund.status === 'succeeded' && sale.status !== 'refunded' ? 'partly' : sale.refund.status}`)}
            </span>
          )}
        </Box>
      ),
    },
    {
      id: 'support',
      label: t('column.support'),
      width: 100,
      align: 'right',
      showFrom: 'lg',
      render: ({ support }) => <span className="tabular">{support.minor === 0 ? '–' : amount(support)}</span>,
    },
    { id: 'soldAt', label: t('column.soldAt'), sort: 'soldAt', width: 138, showFrom: 'sm', render: ({ soldAt }) => moment(soldAt) },
    { id: 'eventAt', label: t('column.eventAt'), sort: 'eventAt', width: 138, showFrom: 'lg', render: ({ eventAt }) => moment(eventAt) },
    {
      id: 'country',
      label: t('column.country'),
      width: 108,
      showFrom: 'lg',
      render: ({ country }) => (country === null ? '–' : countryName(country, language)),
    },
    { id: 'state', label: t('column.state'), width: 150, showFrom: 'never', render: (sale) => <SaleState sale={sale} /> },
    {
      id: 'mine',
      label: t('column.mine'),
      width: 116,
      align: 'right',
      showFrom: 'never',
      render: ({ mine }) => <span className="tabular">{amount(mine)}</span>,
    },
    { id: 'channel', label: t('column.channel'), width: 150, showFrom: 'never', render: ({ channel }) => channel.title },
  ]
}

const ellipsis = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
