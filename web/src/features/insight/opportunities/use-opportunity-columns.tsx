import type { Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../components/data-table/table-types.ts'
import { paths } from '../../../config/paths.ts'
import { countryName } from '../../../lib/country-name.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useViewerZone } from '../../../lib/services.ts'

/** Product, kind, date, country and e-mail; on a phone the product's cell holds the rest as well. */
export function useOpportunityColumns(): TableColumn<Opportunity>[] {
  const { t } = useTranslation('opportunities')
  const language = useLanguage()
  const zone = useViewerZone()
  const isNarrow = !useMediaQuery((theme: Theme) => theme.breakpoints.up('md'))
  const moment = (at: string) => date(at, 'dayTime', language, zone)
  const place = (code: string | null) => (code === null ? '–' : countryName(code, language))
  return [
    {
      id: 'product',
      label: t('column.product'),
      fixed: true,
      minWidth: 170,
      render: ({ product, channel, kind, at, email, country }) => (
        <Box sx={{ py: isNarrow ? 0.75 : 0 }}>
          <Link
            href={product === null ? paths.ownChannel(channel.slug) : paths.ownProduct(channel.slug, product.slug)}
            color="inherit"
            title={product?.title ?? channel.title}
            sx={{ ...line, color: 'text.primary', fontWeight: 560 }}
          >
            {product?.title ?? t('subscription', { channel: channel.title })}
          </Link>
          {isNarrow && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <Box component="span" sx={line}>
                {t(`kind.${kind}`)}
              </Box>
              <Box component="span" className="tabular" sx={line}>
                {moment(at)}
              </Box>
              <Box component="span" title={email ?? undefined} sx={line}>
                {email ?? place(country)}
              </Box>
            </Box>
          )}
        </Box>
      ),
    },
    { id: 'kind', label: t('column.kind'), width: 184, showFrom: 'md', render: ({ kind }) => t(`kind.${kind}`) },
    {
      id: 'at',
      label: t('column.at'),
      sort: 'at',
      width: 138,
      showFrom: 'md',
      render: ({ at }) => <span className="tabular">{moment(at)}</span>,
    },
    { id: 'country', label: t('column.country'), width: 108, showFrom: 'md', render: ({ country }) => place(country) },
    {
      id: 'email',
      label: t('column.email'),
      minWidth: 170,
      showFrom: 'md',
      render: ({ email }) => (
        <Box component="span" title={email ?? undefined} sx={line}>
          {email ?? '–'}
        </Box>
      ),
    },
    { id: 'channel', label: t('column.channel'), width: 150, showFrom: 'never', render: ({ channel }) => channel.title },
  ]
}

const line = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
