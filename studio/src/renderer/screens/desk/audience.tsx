import { paths } from '@e-events/shared/domain/addresses.ts'
import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { count, date } from '@e-events/shared/ui/format.ts'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { AirEvent, AirState, LogEntry } from '../../../broadcast/air-state.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { useSnack } from '../../components/snack.tsx'
import { line } from '../../components/panel.tsx'
import { useLanguage } from '../../lib/i18n.ts'
import { useServices } from '../../lib/services.ts'
import { useStore } from '../../lib/use-store.ts'
import { RehearsalLink } from './rehearsal-link.tsx'
import { Talk } from './talk/talk.tsx'
import { isOnAirView, type View } from './view.ts'

interface AudienceProps {
  studio: Studio
  product: OwnProduct
  view: View
}

/** Who is there, how that moved, and what has happened since this window came on air. */
export function Audience({ studio, product, view }: AudienceProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { platform } = useServices()
  const show = useSnack()
  const air = useStore(studio.air)
  const { feeds } = useStore(studio.desk)
  const server = useQuery({ queryKey: ['server'], queryFn: () => platform.server.origin(), staleTime: Infinity })
  const airing = isOnAirView(view)
  const onAirFeeds = Object.values(air.feeds).filter((feed) => feed.state === 'live').length
  const figures = [
    { value: airing ? count(air.viewers, language) : '–', label: t('audience.now') },
    { value: airing ? count(air.peakViewers, language) : '–', label: t('audience.peak') },
    { value: String(airing ? onAirFeeds : feeds.length), label: t('audience.feeds') },
  ]
  const rehearsalKey = airing ? (air.broadcast?.rehearsalKey ?? null) : null
  const url = server.data ? `${server.data}${paths.product(product.slug)}` : null
  return (
    <>
      {rehearsalKey !== null && server.data && <RehearsalLink url={`${server.data}${paths.rehearsal(rehearsalKey)}`} />}
      <Box
        sx={{ display: rehearsalKey === null ? 'block' : 'none', flexShrink: 0, borderBottom: 1, borderColor: line, px: 2, pt: 1.5, pb: 2 }}
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 1 }}>
          {figures.map(({ value, label }) => (
            <Box key={label}>
              <Typography variant="numeric" component="p" sx={{ m: 0, fontSize: 19 }}>
                {value}
              </Typography>
              <Box sx={{ fontSize: 11.5, color: 'text.secondary' }}>{label}</Box>
            </Box>
          ))}
        </Box>
        <Curve air={air} />
      </Box>
      <Talk
        slug={product.slug}
        log={
          <Box
            component="section"
            aria-label={t('log.title')}
            sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', pt: 1 }}
          >
            {air.log.length === 0 ? (
              <Typography variant="body2" sx={{ px: 2, color: 'text.secondary' }}>
                {t('log.empty')}
              </Typography>
            ) : (
              <Log entries={air.log} nameOf={(key) => feeds.find((feed) => feed.key === key)?.label ?? key} />
            )}
          </Box>
        }
      />
      {url && product.status !== 'draft' && (
        <Box sx={{ flexShrink: 0, p: 1.5, borderTop: 1, borderColor: line }}>
          <Button
            fullWidth
            variant="soft"
            color="inherit"
            endIcon={<OpenInNewRounded sx={{ fontSize: 16 }} />}
            onClick={() => void platform.openLink(url).catch(() => show(t('errors.unknown')))}
          >
            {t('audience.openPage')}
          </Button>
        </Box>
      )}
    </>
  )
}

function Log({ entries, nameOf }: { entries: readonly LogEntry[]; nameOf(key: string): string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Box
      component="ol"
      aria-live="polite"
      className="tabular"
      sx={{
        listStyle: 'none',
        m: 0,
        px: 2,
        pb: 2,
        overflow: 'auto',
        display: 'flex',
        flexDirection: 'column-reverse',
        justifyContent: 'flex-end',
      }}
    >
      {entries.map(({ id, atMs, event }) => (
        <Box component="li" key={id} sx={{ display: 'flex', gap: 1.5, py: 0.75, fontSize: 13, lineHeight: '18px' }}>
          <Box component="span" sx={{ color: 'text.tertiary', fontSize: 12 }}>
            {date(atMs, 'time', language, zone)}
          </Box>
          <Box component="span" sx={{ color: inkOf(event) }}>
            {words(event, nameOf, t)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function words(event: AirEvent, nameOf: (key: string) => string, t: TFunction): string {
  switch (event.type) {
    case 'on_air':
      return t('log.on_air')
    case 'resumed':
      return t('log.resumed', { seconds: Math.max(1, Math.round(event.awayMs / 1000)) })
    case 'lost':
      return t(`log.lost.${event.cause}`)
    case 'feed_live':
      return t('log.feed_live', { name: nameOf(event.key) })
    case 'feed_silent':
      return t('log.feed_silent', { name: nameOf(event.key) })
    case 'feed_taken':
      return t('log.feed_taken', { name: nameOf(event.key) })
    case 'feed_failed':
      return t('log.feed_failed', { name: nameOf(event.key) })
    case 'idle_warning':
      return t('log.idle_warning')
    case 'taken':
      return t('log.taken')
    case 'ended':
    default:
      return t('log.ended')
  }
}

function inkOf(event: AirEvent): string {
  if (event.type === 'feed_failed') return 'error.main'
  return event.type === 'lost' ||
    event.type === 'feed_silent' ||
    event.type === 'feed_taken' ||
    event.type === 'idle_warning' ||
    event.type === 'taken'
    ? 'warning.main'
    : 'text.primary'
}

/** Viewers over time. Nothing is drawn before there is something to draw. */
function Curve({ air }: { air: AirState }) {
  const { t } = useTranslation()
  const points = air.audience
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || points.length < 2) return null
  const top = Math.max(1, ...points.map((point) => point.viewers))
  const spanMs = Math.max(1, last.atMs - first.atMs)
  const path = points.map(({ atMs, viewers }) => `${((atMs - first.atMs) / spanMs) * 280},${56 - (viewers / top) * 52}`).join(' L')
  return (
    <Box
      component="svg"
      role="img"
      aria-label={t('audience.curve')}
      viewBox="0 0 280 58"
      preserveAspectRatio="none"
      sx={{ display: 'block', width: 1, height: 58, mt: 1.5 }}
    >
      <Box component="path" d={`M${path} L280,58 L0,58 Z`} sx={{ fill: (theme) => theme.vars.palette.tint.blue }} />
      <Box
        component="path"
        d={`M${path}`}
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        sx={{ stroke: (theme) => theme.vars.palette.secondary.main }}
      />
    </Box>
  )
}
