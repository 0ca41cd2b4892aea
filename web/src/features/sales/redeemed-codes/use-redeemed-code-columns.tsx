import type { RedeemedCode } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import { date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../components/data-table/table-types.ts'
import { paths } from '../../../config/paths.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useViewerZone } from '../../../lib/services.ts'

/** Code, product, e-mail, date and price; on a phone two cells hold the rest as well. */
export function useRedeemedCodeColumns(): TableColumn<RedeemedCode>[] {
  const { t } = useTranslation('redeemed-codes')
  const language = useLanguage()
  const zone = useViewerZone()
  const isNarrow = !useMediaQuery((theme: Theme) => theme.breakpoints.up('md'))
  const moment = (at: string) => date(at, 'dayTime', language, zone)
  const amount = ({ price }: RedeemedCode) => (price.minor === 0 ? t('free') : money(price.minor, price.currency, language))
  return [
    {
      id: 'code',
      label: t('column.code'),
      fixed: true,
      width: 172,
      render: (row) => (
        <>
          <Box component="span" className="tabular" sx={{ fontFamily: 'monospace', fontSize: 13, fontWeight: 560, whiteSpace: 'nowrap' }}>
            {row.code}
          </Box>
          {isNarrow && (
            <Box component="span" sx={{ ...line, color: 'text.secondary' }}>
              {t(`kind.${row.kind}`)} · {amount(row)}
            </Box>
          )}
        </>
      ),
    },
    {
      id: 'kind',
      label: t('column.kind'),
      width: 96,
      showFrom: 'md',
      render: ({ kind }) => t(`kind.${kind}`),
    },
    {
      id: 'product',
      label: t('column.product'),
      sort: 'product',
      minWidth: 150,
      render: (row) => (
        <Box sx={{ py: isNarrow ? 0.75 : 0 }}>
          <Link
            href={paths.ownProduct(row.channel.slug, row.product.slug)}
            color="inherit"
            title={row.product.title}
            sx={{ ...line, color: 'text.primary' }}
          >
            {row.product.title}
          </Link>
          {isNarrow && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <Box component="span" title={row.email} sx={line}>
                {row.email}
              </Box>
              <Box component="span" className="tabular" sx={line}>
                {moment(row.redeemedAt)}
              </Box>
            </Box>
          )}
        </Box>
      ),
    },
    {
      id: 'session',
      label: t('column.session'),
      width: 138,
      showFrom: 'never',
      render: ({ session }) => (session === null ? t('everySession') : <span className="tabular">{moment(session.startsAt)}</span>),
    },
    {
      id: 'email',
      label: t('column.email'),
      sort: 'email',
      minWidth: 150,
      showFrom: 'md',
      render: ({ email }) => (
        <Box component="span" title={email} sx={line}>
          {email}
        </Box>
      ),
    },
    {
      id: 'redeemedAt',
      label: t('column.redeemedAt'),
      sort: 'redeemedAt',
      width: 146,
      showFrom: 'md',
      render: ({ redeemedAt }) => <span className="tabular">{moment(redeemedAt)}</span>,
    },
    {
      id: 'price',
      label: t('column.price'),
      width: 150,
      align: 'right',
      showFrom: 'md',
      render: (row) => <span className="tabular">{amount(row)}</span>,
    },
    { id: 'channel', label: t('column.channel'), width: 150, showFrom: 'never', render: ({ channel }) => channel.title },
  ]
}

const line = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
