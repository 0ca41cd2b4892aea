import BlockRounded from '@mui/icons-material/BlockRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import { coupons, type Coupon, type CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { couponsQuery, refreshBatches } from '../queries.ts'

interface CouponListProps {
  slug: string
  batch: CouponBatch
  label: string
}

/** Codes of a batch with their redeemed marks. */
export function CouponList({ slug, batch, label }: CouponListProps) {
  const { t } = useTranslation('coupon-batches')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const list = useInfiniteQuery(couponsQuery(api, slug, batch.id))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Box sx={{ borderTop: 1, borderColor: 'border.subtle' }}>
      {list.isPending && (
        <Box role="status" aria-label={tc('page.loading')} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={20} />
          ))}
        </Box>
      )}
      {list.isError && !list.data && (
        <ErrorNotice error={list.error} title={t('error')} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {items.length > 0 && (
        <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((coupon) => (
            <CouponItem key={coupon.id} slug={slug} batchId={batch.id} coupon={coupon} />
          ))}
        </Box>
      )}
      {list.hasNextPage && (
        <Box sx={{ p: 1.5, display: 'grid', justifyItems: 'center' }}>
          <Button size="small" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Box>
      )}
    </Box>
  )
}

const tones = { unused: 'green', redeemed: 'blue', revoked: 'neutral' } as const

function CouponItem({ slug, batchId, coupon }: { slug: string; batchId: string; coupon: Coupon }) {
  const { t } = useTranslation('coupon-batches')
  const { api, queries } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const revoke = useMutation({
    mutationFn: () => api.call(coupons.revoke, { params: { slug, id: batchId, codeId: coupon.id } }),
    onSettled: () => refreshBatches(queries),
    onError: (error) => showError(error, { key: 'coupons' }),
  })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(coupon.code)
      snacks.success(t('copied'), { key: 'coupons' })
    } catch {
      snacks.error(t('copyFailed'), { key: 'coupons' })
    }
  }
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        minHeight: 52,
        display: 'grid',
        columnGap: 2,
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0,1fr) auto', md: 'minmax(200px,auto) minmax(0,1fr) auto auto' },
        '& + &': { borderTop: 1, borderColor: 'border.subtle' },
      }}
    >
      <Box
        component="code"
        className="tabular"
        sx={{
          fontSize: 14,
          fontWeight: 600,
          overflowWrap: 'anywhere',
          textDecoration: coupon.state === 'revoked' ? 'line-through' : 'none',
        }}
      >
        {coupon.code}
      </Box>
      <Box
        sx={{
          typography: 'caption',
          color: 'text.secondary',
          gridRow: { xs: 2, md: 'auto' },
          pb: { xs: 1, md: 0 },
          overflowWrap: 'anywhere',
        }}
      >
        {coupon.redeemedBy &&
          coupon.redeemedAt &&
          t('usedBy', {
            name: coupon.redeemedBy.name,
            email: coupon.redeemedBy.email,
            time: date(coupon.redeemedAt, 'dayTime', language, zone),
          })}
      </Box>
      <Box sx={{ typography: 'body2', gridRow: { xs: 2, md: 'auto' }, pb: { xs: 1, md: 0 } }}>
        <StatusDot tone={tones[coupon.state]}>{t(`codeState.${coupon.state}`)}</StatusDot>
      </Box>
      <Box sx={{ whiteSpace: 'nowrap', textAlign: 'right', minWidth: 68 }}>
        {coupon.state === 'unused' && (
          <>
            <IconButton size="small" aria-label={t('copy', { code: coupon.code })} onClick={() => void copy()}>
              <ContentCopyRounded />
            </IconButton>
            <IconButton
              size="small"
              aria-label={t('revoke', { code: coupon.code })}
              title={t('revokeTitle')}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              <BlockRounded />
            </IconButton>
          </>
        )}
      </Box>
    </Box>
  )
}
