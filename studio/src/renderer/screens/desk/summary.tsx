import { broadcasts, type Broadcast, type Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { StatusDot, type Tone } from '@e-events/shared/ui/badges.tsx'
import { Mark } from '@e-events/shared/ui/brand.tsx'
import { fees } from '@e-events/shared/domain/fees.ts'
import { clock, count, money } from '@e-events/shared/ui/format.ts'
import DownloadRounded from '@mui/icons-material/DownloadRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Studio } from '../../../broadcast/studio.ts'
import { useSnack } from '../../components/snack.tsx'
import { megabytes } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { goTo } from '../../lib/route.ts'
import { useServices } from '../../lib/services.ts'

interface SummaryProps {
  product: OwnProduct
  broadcast: Broadcast
  studio: Studio
}

/** Summary of the show with a link to its recording. */
export function Summary({ product, broadcast, studio }: SummaryProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { queries } = useServices()
  const isRehearsal = broadcast.kind === 'rehearsal'
  const endedAtMs = Date.parse(broadcast.endedAt ?? broadcast.startedAt)
  const figures = [
    { value: clock((endedAtMs - Date.parse(broadcast.startedAt)) / 1000), label: t('summary.duration') },
    ...(isRehearsal
      ? []
      : [{ value: count(Math.max(broadcast.peakViewers, studio.air.get().peakViewers), language), label: t('summary.peak') }]),
    { value: String(broadcast.feeds.length), label: t('summary.feeds') },
  ]
  const again = () => {
    // A fresh desk with the same sources: an ended show is never continued, a new one may follow in the same session.
    studio.close()
    void queries.invalidateQueries()
    goTo({ screen: 'products' })
  }
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center', p: { xs: 2, sm: 4 } }}>
      <Box data-density="comfortable" sx={{ width: 'min(640px, 100%)' }}>
        <Mark size={36} />
        <Typography variant="h1" sx={{ mt: 3 }}>
          {t(isRehearsal ? 'rehearsal.over' : 'summary.title')}
        </Typography>
        <Typography variant="body1" sx={{ mt: 1, color: 'text.secondary', textWrap: 'pretty' }}>
          {isRehearsal ? t('rehearsal.overText') : t(`summary.reason.${broadcast.endReason ?? 'organizer'}`, { title: product.title })}
        </Typography>
        <Box
          component="dl"
          className="tabular"
          sx={{ m: 0, mt: 4, display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 2, '& dd': { m: 0 } }}
        >
          {figures.map(({ value, label }) => (
            <Box key={label} sx={{ borderTop: 1, borderColor: 'border.default', pt: 1.5 }}>
              <Typography variant="body2" component="dt" sx={{ color: 'text.secondary' }}>
                {label}
              </Typography>
              <Typography variant="numeric" component="dd">
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
        {!isRehearsal && (
          <Box component="section" aria-label={t('summary.recording')} sx={{ mt: 5 }}>
            <Typography variant="h4" component="h2" sx={{ mb: 1.5 }}>
              {t('summary.recording')}
            </Typography>
            {broadcast.recording ? (
              <>
                <Recordings product={product} broadcast={broadcast} />
                <Typography variant="body2" className="tabular" sx={{ mt: 1.5, color: 'text.secondary' }}>
                  {t('preflight.recordingPrice', { amount: money(fees.recordingMinor, fees.currency, language) })}
                </Typography>
              </>
            ) : (
              <Typography variant="body2">{t('summary.notRecorded')}</Typography>
            )}
          </Box>
        )}
        <Box sx={{ mt: 5, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Button variant="contained" color="inherit" size="large" onClick={again}>
            {t('summary.done')}
          </Button>
        </Box>
      </Box>
    </Box>
  )
}

/** The playlist is the recording at once; the files follow within seconds to minutes. */
function Recordings({ product, broadcast }: { product: OwnProduct; broadcast: Broadcast }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { api, platform } = useServices()
  const show = useSnack()
  const input = { query: { product: product.slug } } as const
  const list = useQuery({
    queryKey: queryKey(broadcasts.recordings, input),
    queryFn: () => api.call(broadcasts.recordings, input),
    refetchInterval: (query) => (isSettled(query.state.data?.items.find((item) => item.broadcastId === broadcast.id)) ? false : 2_000),
  })
  const server = useQuery({ queryKey: ['server'], queryFn: () => platform.server.origin(), staleTime: Infinity })
  const open = (url: string) => void platform.openLink(new URL(url, server.data ?? undefined).href).catch(() => show(t('errors.unknown')))
  const recording = list.data?.items.find((item) => item.broadcastId === broadcast.id)
  /** It has no gaps: times without media are left out, which explains a difference to the time on air. */
  const lengthOf = ({ durationMs }: Recording) => {
    const gapMs = Date.parse(broadcast.endedAt ?? broadcast.startedAt) - Date.parse(broadcast.startedAt) - durationMs
    const duration = clock(durationMs / 1000)
    return gapMs < worthTellingMs ? duration : t('summary.wholeCut', { duration, gap: clock(gapMs / 1000) })
  }
  if (list.isPending) return <Skeleton height={52} />
  if (!recording) return <Typography variant="body2">{t(list.isError ? 'summary.recordingUnknown' : 'summary.recordingSoon')}</Typography>
  return (
    <Box sx={{ border: 1, borderColor: 'border.subtle', borderRadius: '14px', bgcolor: 'surface.raised', px: 2 }}>
      <Line
        title={t('summary.whole')}
        note={recording.state === 'ready' ? lengthOf(recording) : ''}
        tone={toneOf[recording.state]}
        state={t(`summary.state.${recording.state}`)}
      />
      {recording.files.map((file) => (
        <Line
          key={file.feedId}
          title={file.label}
          note={file.state === 'ready' ? `MP4 · ${clock(file.durationMs / 1000)} · ${megabytes(file.sizeBytes, language)}` : 'MP4'}
          tone={toneOf[file.state]}
          state={t(`summary.state.${file.state}`)}
          {...(file.mp4Url ? { onOpen: () => open(file.mp4Url ?? '') } : {})}
        />
      ))}
    </Box>
  )
}

/** Until the first picture and after the last one a show loses a few seconds without interest. */
const worthTellingMs = 8_000

const toneOf = { recording: 'amber', processing: 'amber', ready: 'green', failed: 'red', deleted: 'neutral' } as const satisfies Record<
  string,
  Tone
>

function isSettled(recording: Recording | undefined): boolean {
  if (!recording || recording.state === 'recording') return false
  return recording.files.every((file) => file.state === 'ready' || file.state === 'failed')
}

function Line({ title, note, tone, state, onOpen }: { title: string; note: string; tone: Tone; state: string; onOpen?: () => void }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1.5, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" noWrap sx={{ m: 0 }}>
          {title}
        </Typography>
        <Typography variant="caption" component="p" className="tabular" sx={{ m: 0, color: 'text.secondary' }}>
          {note}
        </Typography>
      </Box>
      <StatusDot tone={tone}>{state}</StatusDot>
      {onOpen && (
        <Button
          size="small"
          variant="soft"
          color="inherit"
          startIcon={<DownloadRounded />}
          onClick={onOpen}
          aria-label={t('summary.downloadOf', { name: title })}
        >
          {t('summary.download')}
        </Button>
      )}
    </Box>
  )
}
