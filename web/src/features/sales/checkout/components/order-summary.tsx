import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import type { OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { isTaught } from '@e-events/shared/domain/lessons.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { LineTax } from '@e-events/shared/domain/tax.ts'
import { ArtImage } from '@e-events/shared/ui/art/art-image.tsx'
import { date, localeTags, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { reasonText } from '../../taxes/tax-words.ts'

/** A line as the column shows it. */
interface SummaryLine {
  kind: OrderItemKind
  title: string
  quantity: number
  grossMinor: number
  netMinor: number
  taxMinor: number
  taxBasisPoints: number
  /** Why it bears its rate. */
  taxedBy?: LineTax | undefined
}

interface OrderSummaryProps {
  product: Pick<ProductCard, 'title' | 'posterUrl' | 'channel' | 'nextSession'> & { type?: ProductType }
  currency: string
  lines: readonly SummaryLine[]
  buyerFeeMinor: number
  supportMinor: number
  totalMinor: number
  /** Contents of the first line, where it is a bundle. */
  parts: Order['items'][number]['parts']
}

const total = { display: 'flex', alignItems: 'flex-end', mt: 1, pt: 1.5, borderTop: 1, borderColor: 'border.subtle' } as const

/** The column that adds up: product, each line, total, and the tax that it includes, by rate. */
export function OrderSummary({ product, currency, lines, parts, ...amounts }: OrderSummaryProps) {
  const { t } = useTranslation('checkout')
  const language = useLanguage()
  const amount = (minor: number) => money(minor, currency, language)
  const rateOf = (basisPoints: number) =>
    new Intl.NumberFormat(localeTags[language], { style: 'percent', maximumFractionDigits: 2 }).format(basisPoints / 10_000)
  const session = product.nextSession
  const rows = [
    ...lines.map(
      ({ kind, title, quantity, grossMinor }) =>
        [
          kind === 'shipping'
            ? t('summary.shipping', { zone: title })
            : lines.length === 1 && quantity === 1
              ? t(kind === 'gift' || kind === 'bundle' ? `summary.${kind}` : 'summary.access')
              : lineTitle(title, quantity),
          grossMinor,
        ] as const,
    ),
    ...(amounts.buyerFeeMinor > 0 ? [[t('summary.fee'), amounts.buyerFeeMinor] as const] : []),
    ...(amounts.supportMinor > 0 ? [[t('summary.support'), amounts.supportMinor] as const] : []),
  ] as const
  return (
    <>
      <Typography variant="h4" component="h2">
        {t('summary.title')}
      </Typography>
      <ArtImage
        src={product.posterUrl}
        alt=""
        fallback={{ title: product.title, kicker: product.channel.title }}
        sizes="420px"
        sx={{ mt: 2.5, borderRadius: '16px', display: { xs: 'none', md: 'block' } }}
      />
      <Typography variant="h5" component="p" sx={{ m: 0, mt: 2.5, overflowWrap: 'anywhere' }}>
        {product.title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } }}>
        {session ? date(session.startsAt, 'full', language, session.timezone) : product.channel.title}
      </Typography>
      {parts.length > 0 && (
        <Box component="ul" aria-label={t('summary.parts')} sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gap: 0.75 }}>
          {parts.map(({ slug, title, state, net }) => (
            <Box component="li" key={slug} sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', typography: 'body2' }}>
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', color: state === 'included' ? 'text.primary' : 'text.secondary' }}>
                {title}
              </Box>
              <Box className="tabular" sx={{ flexShrink: 0, color: 'text.secondary' }}>
                {state === 'included' && net.minor > 0 ? t('summary.partNet', { net: amount(net.minor) }) : t(`summary.${state}`)}
              </Box>
            </Box>
          ))}
        </Box>
      )}
      <Box component="dl" className="tabular" sx={{ m: 0, mt: 2.5, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1 }}>
        {rows.map(([name, minor]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2">
              {name}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, textAlign: 'right' }}>
              {amount(minor)}
            </Typography>
          </Box>
        ))}
        <Typography component="dt" variant="h5" sx={total}>
          {t('summary.total')}
        </Typography>
        <Typography
          component="dd"
          variant="numeric"
          sx={{ ...total, mx: 0, mb: 0, justifyContent: 'flex-end', fontSize: 22 }}
          aria-live="polite"
        >
          {amount(amounts.totalMinor)}
        </Typography>
      </Box>
      {sumsByRate(lines).map(({ taxBasisPoints, taxMinor, netMinor }) => (
        <Typography key={taxBasisPoints} variant="caption" component="p" className="tabular" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {t('summary.tax', { tax: amount(taxMinor), rate: rateOf(taxBasisPoints), net: amount(netMinor) })}
        </Typography>
      ))}
      {product.type !== undefined && isTaught(product.type) && (
        <Typography variant="caption" component="p" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {t('summary.refundRule', { days: limits.refundAskDays, below: limits.refundBelowPercent / 100 })}
        </Typography>
      )}
      {reasonsOf(lines, language).map((reason) => (
        <Typography key={reason} variant="caption" component="p" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {reason}
        </Typography>
      ))}
    </>
  )
}

/** Why the rates apply, each reason once. */
function reasonsOf(lines: readonly SummaryLine[], language: Language): string[] {
  return [...new Set(lines.flatMap(({ taxedBy }) => (taxedBy ? [reasonText(taxedBy.reason, taxedBy.place, language)] : [])))]
}

const lineTitle = (title: string, quantity: number) => (quantity === 1 ? title : `${quantity} × ${title}`)

function sumsByRate(lines: readonly SummaryLine[]): Pick<SummaryLine, 'taxBasisPoints' | 'netMinor' | 'taxMinor'>[] {
  const sums = new Map<number, Pick<SummaryLine, 'taxBasisPoints' | 'netMinor' | 'taxMinor'>>()
  for (const { taxBasisPoints, netMinor, taxMinor } of lines) {
    const sum = sums.get(taxBasisPoints)
    sums.set(taxBasisPoints, { taxBasisPoints, netMinor: netMinor + (sum?.netMinor ?? 0), taxMinor: taxMinor + (sum?.taxMinor ?? 0) })
  }
  return [...sums.values()].toSorted((a, b) => b.taxBasisPoints - a.taxBasisPoints)
}
