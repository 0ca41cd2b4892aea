import type { CallInput, CallOutput } from '@e-events/shared/contract/endpoint.ts'
import type { payouts } from '@e-events/shared/contract/sales/money/payouts.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { productsQuery } from '../queries.ts'

type Line = CallOutput<typeof payouts.getOwn>['items'][number]
interface ProductSum {
  slug: string | null
  title: string
  minor: number
}

/** Share of each product. */
export function StatementProducts({ input }: { input: CallInput<typeof payouts.getOwn> & { query: { currency: string } } }) {
  const { t } = useTranslation('payouts')
  const { api } = useServices()
  const language = useLanguage()
  const { data, error } = useQuery(productsQuery(api, input))
  return (
    <Box component="section" sx={{ mt: 2.5 }}>
      <Typography variant="h6" component="h4">
        {t('byProduct')}
      </Typography>
      <FailureAlert error={error} failure="fetch" />
      {!data && !error && <Skeleton sx={{ mt: 1, width: '60%' }} />}
      <Box component="ul" className="tabular" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', fontSize: 14 }}>
        {sumsOf(data?.items ?? [], t('withoutProduct')).map(({ slug, title, minor }) => (
          <Box component="li" key={slug ?? ''} sx={{ display: 'flex', justifyContent: 'space-between', columnGap: 2, py: 0.75 }}>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {slug === null ? title : <Link href={paths.product(slug)}>{title}</Link>}
            </Box>
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {money(minor, input.query.currency, language)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function sumsOf(lines: readonly Line[], withoutProduct: string): ProductSum[] {
  const sums = new Map<string | null, ProductSum>()
  for (const { product, amount } of lines) {
    const slug = product?.slug ?? null
    const sum = sums.get(slug) ?? { slug, title: product?.title ?? withoutProduct, minor: 0 }
    sums.set(slug, { ...sum, minor: sum.minor + amount.minor })
  }
  return [...sums.values()].toSorted((a, b) => b.minor - a.minor)
}
