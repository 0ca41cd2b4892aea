import BlockRounded from '@mui/icons-material/BlockRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import KeyOutlined from '@mui/icons-material/KeyOutlined'
import { productCodes, type AccessCode } from '@e-events/shared/contract/sales/product-codes.ts'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { limits } from '@e-events/shared/limits.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { count, date } from '@e-events/shared/ui/format.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { codesKeyPrefix, codesQuery } from '../queries.ts'
import { StepCard } from './step-card.tsx'

/** Keys to a private product: made, copied, handed out as a file, made worthless. */
export function CodesPanel({ product }: { product: OwnProductDetail }) {
  const { t } = useTranslation('product-editor')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const { slug } = product
  const codes = useInfiniteQuery(codesQuery(api, slug))
  const items = codes.data?.pages.flatMap((page) => page.items) ?? []
  const counts = codes.data?.pages[0]?.counts
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => api.call(productCodes.export, { params: { slug }, query: { format } }),
    onSuccess: saveFile,
    onError: (error, format) => showError(error, { key: 'codes', retry: () => download.mutate(format) }),
  })
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      snacks.success(done, { key: 'codes' })
    } catch {
      snacks.error(t('codes.copyFailed'), { key: 'codes' })
    }
  }
  const unused = items.filter(({ state }) => state === 'unused')
  return (
    <>
      {product.allowed.generateCodes && <Generate slug={slug} />}
      <StepCard
        title={t('codes.list')}
        note={
          counts &&
          t('codes.counts', {
            unused: count(counts.unused, language),
            redeemed: count(counts.redeemed, language),
            revoked: count(counts.revoked, language),
          })
        }
        flush
      >
        {codes.isPending && (
          <Box role="status" aria-label={tc('page.loading')} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} height={20} />
            ))}
          </Box>
        )}
        {codes.isError && !codes.data && (
          <ErrorNotice error={codes.error} title={t('codes.error')} onRetry={() => void codes.refetch()} retrying={codes.isFetching} />
        )}
        {codes.data && items.length === 0 && (
          <Notice icon={KeyOutlined} title={t('codes.empty')} heading="h3">
            {t('codes.emptyText')}
          </Notice>
        )}
        {items.length > 0 && (
          <>
            <Box sx={{ px: 2, py: 1.25, display: 'flex', flexWrap: 'wrap', gap: 1, borderBottom: 1, borderColor: 'border.subtle' }}>
              <Button
                size="small"
                startIcon={<ContentCopyRounded />}
                disabled={unused.length === 0}
                onClick={() => void copy(unused.map(({ code }) => code).join('\n'), t('codes.copiedAll', { count: unused.length }))}
              >
                {t('codes.copyAll', { count: unused.length })}
              </Button>
              {(['csv', 'xlsx'] as const).map((format) => (
                <Button
                  key={format}
                  size="small"
                  startIcon={<FileDownloadOutlined />}
                  loading={download.isPending && download.variables === format}
                  onClick={() => download.mutate(format)}
                >
                  {t(`codes.${format}`)}
                </Button>
              ))}
            </Box>
            <Box component="ul" aria-label={t('codes.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {items.map((code) => (
                <CodeRow key={code.id} slug={slug} code={code} onCopy={() => void copy(code.code, t('codes.copied'))} />
              ))}
            </Box>
            {codes.hasNextPage && (
              <Box sx={{ p: 1.5, display: 'grid', justifyItems: 'center' }}>
                <Button size="small" loading={codes.isFetchingNextPage} onClick={() => void codes.fetchNextPage()}>
                  {t('codes.more')}
                </Button>
              </Box>
            )}
          </>
        )}
      </StepCard>
    </>
  )
}

function Generate({ slug }: { slug: string }) {
  const { t } = useTranslation('product-editor')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const [quantity, setQuantity] = useState('10')
  const [label, setLabel] = useState('')
  const number = /^\d{1,6}$/.test(quantity.trim()) ? Number(quantity) : 0
  const isValid = number >= 1 && number <= limits.accessCodesPerBatch
  const generate = useMutation({
    mutationFn: () =>
      api.call(productCodes.generate, { params: { slug }, body: { quantity: number, label: label.trim() === '' ? null : label.trim() } }),
    onSuccess: ({ items }) => {
      snacks.success(t('codes.made', { count: items.length }), { key: 'codes' })
      setLabel('')
      return queries.invalidateQueries({ queryKey: codesKeyPrefix })
    },
    onError: (error) => showError(error, { key: 'codes', retry: () => generate.mutate() }),
  })
  return (
    <StepCard title={t('codes.generate')} note={t('codes.note')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isValid && !generate.isPending) generate.mutate()
        }}
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '120px minmax(0,1fr) auto' }, alignItems: 'start' }}
      >
        <TextField
          label={t('codes.quantity')}
          value={quantity}
          onChange={({ target }) => setQuantity(target.value)}
          error={!isValid}
          helperText={isValid ? undefined : t('codes.quantityWrong', { max: limits.accessCodesPerBatch })}
          slotProps={{ htmlInput: { inputMode: 'numeric', className: 'tabular' } }}
        />
        <TextField
          label={t('codes.label')}
          placeholder={t('codes.labelPlaceholder')}
          value={label}
          onChange={({ target }) => setLabel(target.value.slice(0, 120))}
        />
        <Button
          type="submit"
          variant="contained"
          color="inherit"
          disabled={!isValid}
          loading={generate.isPending}
          sx={{ mt: { sm: '25px' } }}
        >
          {t('codes.make')}
        </Button>
      </Box>
    </StepCard>
  )
}

const tones = { unused: 'green', redeemed: 'blue', revoked: 'neutral' } as const

function CodeRow({ slug, code, onCopy }: { slug: string; code: AccessCode; onCopy: () => void }) {
  const { t } = useTranslation('product-editor')
  const { api, queries } = useServices()
  const language = useLanguage()
  const zone = useViewerZone()
  const showError = useErrorSnack()
  const revoke = useMutation({
    mutationFn: () => api.call(productCodes.revoke, { params: { slug, id: code.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: codesKeyPrefix }),
    onError: (error) => showError(error, { key: 'codes' }),
  })
  const isUnused = code.state === 'unused'
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
        sx={{ fontSize: 14, fontWeight: 600, overflowWrap: 'anywhere', textDecoration: code.state === 'revoked' ? 'line-through' : 'none' }}
      >
        {code.code}
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
        {code.redeemedBy && code.redeemedAt
          ? t('codes.usedBy', {
              name: code.redeemedBy.name,
              email: code.redeemedBy.email,
              time: date(code.redeemedAt, 'dayTime', language, zone),
            })
          : code.label}
      </Box>
      <Box sx={{ typography: 'body2', gridRow: { xs: 2, md: 'auto' }, pb: { xs: 1, md: 0 } }}>
        <StatusDot tone={tones[code.state]}>{t(`codes.state.${code.state}`)}</StatusDot>
      </Box>
      <Box sx={{ whiteSpace: 'nowrap', textAlign: 'right', minWidth: 68 }}>
        {isUnused && (
          <>
            <IconButton size="small" aria-label={t('codes.copy', { code: code.code })} onClick={onCopy}>
              <ContentCopyRounded />
            </IconButton>
            <IconButton
              size="small"
              aria-label={t('codes.revoke', { code: code.code })}
              title={t('codes.revokeTitle')}
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
