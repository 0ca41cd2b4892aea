import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import { coupons, type CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { count, date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { refreshBatches } from '../queries.ts'
import { CouponList } from './coupon-list.tsx'

const tones = { open: 'green', ended: 'neutral', revoked: 'neutral' } as const

/** A batch: its price, how much of it is used, its codes. */
export function BatchCard({ slug, batch }: { slug: string; batch: CouponBatch }) {
  const { t } = useTranslation('coupon-batches')
  const { api, queries } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isRevoking, setRevoking] = useState(false)
  const { counts, price, quantity, session, state } = batch
  const params = { slug, id: batch.id }
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.call(coupons.export, { params, query: { format } }),
    onSuccess: saveFile,
    onError: (error, format) => showError(error, { key: 'coupons', retry: () => download.mutate(format) }),
  })
  const revoke = useMutation({
    mutationFn: () => api.call(coupons.revokeBatch, { params }),
    onSuccess: () => snacks.success(t('revoked', { count: counts.unused }), { key: 'coupons' }),
    onError: (error) => showError(error, { key: 'coupons' }),
    onSettled: () => {
      setRevoking(false)
      return refreshBatches(queries)
    },
  })
  const title = batch.name || t('batchOf', { day: date(batch.createdAt, 'day', language, zone) })
  const facts = [
    price.gross.minor === 0 ? t('entersFree') : t('pays', { amount: money(price.gross.minor, price.gross.currency, language) }),
    session ? t('onlySession', { time: date(session.startsAt, 'dayTime', language, session.timezone) }) : t('everySession'),
    batch.validUntil === null ? null : t('until', { time: date(batch.validUntil, 'dayTime', language, zone) }),
  ].filter((fact) => fact !== null)
  return (
    <Card component="section" aria-labelledby={id} sx={{ mt: 2, overflow: 'clip' }}>
      <Box sx={{ p: 2, display: 'grid', gap: 1.25 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'baseline' }}>
          <Typography variant="h4" component="h3" id={id} sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          <Box sx={{ typography: 'caption' }}>
            <StatusDot tone={tones[state]}>{t(`state.${state}`)}</StatusDot>
          </Box>
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Typography>
        <Box>
          <LinearProgress
            variant="determinate"
            color="secondary"
            aria-label={t('used')}
            value={(counts.redeemed / Math.max(1, quantity)) * 100}
            sx={{ height: 6, borderRadius: 3 }}
          />
          <Typography variant="body2" className="tabular" sx={{ mt: 0.75 }}>
            {t('counts', {
              redeemed: count(counts.redeemed, language),
              quantity: count(quantity, language),
              unused: count(counts.unused, language),
            })}
            {counts.revoked > 0 && ` · ${t('countsRevoked', { count: counts.revoked })}`}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            size="small"
            aria-expanded={isOpen}
            endIcon={<ExpandMoreRounded sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('codes')}
          </Button>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              size="small"
              startIcon={<FileDownloadOutlined />}
              loading={download.isPending && download.variables === format}
              onClick={() => download.mutate(format)}
            >
              {t(format)}
            </Button>
          ))}
          {state !== 'revoked' && counts.unused > 0 && (
            <Button size="small" variant="text" aria-haspopup="dialog" onClick={() => setRevoking(true)}>
              {t('revokeBatch')}
            </Button>
          )}
        </Box>
      </Box>
      {isOpen && <CouponList slug={slug} batch={batch} label={t('codesOf', { title })} />}
      <ConfirmDialog
        open={isRevoking}
        title={t('revokeQuestion', { title })}
        confirmLabel={t('revokeBatch')}
        destructive
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={() => setRevoking(false)}
      >
        {t('revokeText', { count: counts.unused })}
      </ConfirmDialog>
    </Card>
  )
}
