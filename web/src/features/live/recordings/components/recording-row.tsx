import DownloadRounded from '@mui/icons-material/DownloadRounded'
import MovieOutlined from '@mui/icons-material/MovieOutlined'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import type { Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { clock, date, money } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { WatchDialog } from './watch-dialog.tsx'

type File = Recording['files'][number]

/** Callback for a product that was made of a recording. */
export interface RecordingActions {
  /** The form of a product, in the area where this list stands. */
  hrefOf: (product: NonNullable<Recording['onDemand']>) => string
  onMade: (product: OwnProductDetail) => void
}

/** One show: when, how long, its files, and whether it is on demand. */
export function RecordingRow({ recording, hrefOf, onMade }: RecordingActions & { recording: Recording }) {
  const { t } = useTranslation('recordings')
  const language = useLanguage()
  const zone = useViewerZone()
  const startedAt = date(recording.startedAt, 'full', language, zone)
  const facts = [recording.durationMs > 0 ? clock(recording.durationMs / 1000) : null, sizeIn(recording.sizeBytes, language)]
  return (
    <Box component="li" aria-label={startedAt} sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography className="tabular" sx={{ fontSize: 14.5, fontWeight: 600 }}>
            {startedAt}
          </Typography>
          <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
            {recording.state === 'ready' ? facts.filter((fact) => fact !== null).join(' · ') : t(`state.${recording.state}`)}
          </Typography>
          {recording.state === 'ready' && recording.isCharged && (
            <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
              {recording.onDemand ? t('free') : t('cost', { amount: money(fees.recordingMinor, fees.currency, language) })}
            </Typography>
          )}
        </Box>
        {recording.state === 'ready' && <OnDemand recording={recording} hrefOf={hrefOf} onMade={onMade} />}
      </Box>
      {recording.state === 'ready' && recording.files.length > 0 && (
        <Box component="ul" aria-label={t('files')} sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'grid', gap: 0.5 }}>
          {recording.files.map((file) => (
            <FileRow key={file.feedId} file={file} title={`${recording.title} · ${file.label}`} />
          ))}
        </Box>
      )}
    </Box>
  )
}

function OnDemand({ recording, hrefOf, onMade }: RecordingActions & { recording: Recording }) {
  const { t } = useTranslation('recordings')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const make = useMutation({
    mutationFn: () => api.call(ownProducts.recordingToVod, { params: { id: recording.id } }),
    onSuccess: (product) => {
      snacks.success(t('made'), { key: 'recording-on-demand' })
      onMade(product)
    },
    onError: (error) => showError(error, { key: 'recording-on-demand', failure: 'productCreate' }),
    // Whatever the answer was, somebody may have put it on in another window.
    onSettled: () => queries.invalidateQueries({ queryKey: endpointKey(broadcasts.recordings) }),
  })
  if (recording.onDemand)
    return (
      <Button size="small" startIcon={<MovieOutlined />} href={hrefOf(recording.onDemand)}>
        {t(recording.onDemand.status === 'draft' ? 'onDemandDraft' : 'onDemand')}
      </Button>
    )
  return (
    <Button size="small" variant="soft" startIcon={<MovieOutlined />} loading={make.isPending} onClick={() => make.mutate()}>
      {t('putOnDemand')}
    </Button>
  )
}

function FileRow({ file, title }: { file: File; title: string }) {
  const { t } = useTranslation('recordings')
  const language = useLanguage()
  const [isWatching, setWatching] = useState(false)
  const facts = [file.durationMs > 0 ? clock(file.durationMs / 1000) : null, sizeIn(file.sizeBytes, language)]
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography variant="body2" noWrap sx={{ flex: '1 1 160px', minWidth: 0 }}>
        {file.label}{' '}
        <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
          {file.state === 'ready' ? facts.filter((fact) => fact !== null).join(' · ') : t(`fileState.${file.state}`)}
        </Box>
      </Typography>
      {file.mp4Url !== null && (
        <Box sx={{ display: 'flex', gap: 0.5 }}>
          <Button size="small" variant="text" startIcon={<PlayArrowRounded />} onClick={() => setWatching(true)}>
            {t('watch')}
          </Button>
          <Button size="small" variant="text" startIcon={<DownloadRounded />} href={file.mp4Url} download={`${title}.mp4`}>
            {t('download')}
          </Button>
        </Box>
      )}
      {isWatching && file.mp4Url !== null && <WatchDialog title={title} url={file.mp4Url} onClose={() => setWatching(false)} />}
    </Box>
  )
}

function sizeIn(bytes: number, language: string): string | null {
  if (bytes <= 0) return null
  const isLarge = bytes >= 1024 ** 3
  const value = bytes / 1024 ** (isLarge ? 3 : 2)
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: isLarge ? 1 : 0 }).format(value)} ${isLarge ? 'GB' : 'MB'}`
}
