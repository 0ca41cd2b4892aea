import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined'
import InsightsRounded from '@mui/icons-material/InsightsRounded'
import LocalActivityOutlined from '@mui/icons-material/LocalActivityOutlined'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { sales } from '@e-events/shared/contract/sales/sales.ts'
import { count } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

const figures = [
  { id: 'tickets', href: paths.ownSales, Icon: LocalActivityOutlined },
  { id: 'codes', href: paths.ownRedeemedCodes, Icon: ConfirmationNumberOutlined },
  { id: 'opportunities', href: paths.ownOpportunities, Icon: InsightsRounded },
] as const

/** Tickets sold, codes redeemed and opportunities, each with the way to its table. */
export function SalesFigures() {
  const { t } = useTranslation('overview')
  const { api } = useServices()
  const language = useLanguage()
  const query = useQuery({
    queryKey: queryKey(sales.figures),
    queryFn: ({ signal }) => api.call(sales.figures, undefined, { signal }),
  })
  if (query.isError && !query.data)
    return (
      <Card component="section" aria-label={t('figures.label')} sx={{ mb: 2 }}>
        <ErrorNotice error={query.error} title={t('figures.error')} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </Card>
    )
  return (
    <Box
      component="ul"
      aria-label={t('figures.label')}
      aria-busy={query.isPending}
      sx={{
        listStyle: 'none',
        m: 0,
        mb: 2,
        p: 0,
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      }}
    >
      {figures.map(({ id, href, Icon }) => (
        <Card component="li" key={id} sx={{ minWidth: 0 }}>
          <Link
            href={href}
            color="inherit"
            underline="none"
            sx={{
              p: { xs: 1.5, sm: 2 },
              height: '100%',
              display: 'flex',
              flexDirection: 'column',
              gap: 0.5,
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Icon aria-hidden sx={{ fontSize: 20, color: 'text.secondary' }} />
            <Typography variant="numeric" component="span" sx={{ fontSize: { xs: 22, sm: 26 }, color: 'text.primary' }}>
              {query.data ? count(query.data[id], language) : <Skeleton width={48} />}
            </Typography>
            <Typography
              component="span"
              sx={{ typography: { xs: 'caption', sm: 'body2' }, color: 'text.secondary', overflowWrap: 'anywhere' }}
            >
              {t(`figures.${id}`)}
            </Typography>
          </Link>
        </Card>
      ))}
    </Box>
  )
}
