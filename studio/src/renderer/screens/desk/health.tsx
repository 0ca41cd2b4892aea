import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { AirState } from '../../../broadcast/air-state.ts'
import type { FeedHealth, Tone } from '../../../broadcast/health.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { line } from '../../components/panel.tsx'
import { decimal, megabits } from '../../lib/format.ts'
import { refusalWords } from '../../lib/errors.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { isOnAirView, type View } from './view.ts'

const stateWords = {
  live: 'health.measuring',
  publishing: 'health.connecting',
  silent: 'health.why.nothing',
  failed: 'health.connecting',
  elsewhere: 'sources.elsewhere',
  none: 'health.staged',
} as const

const toneOf: Record<Tone, string> = { good: 'success.main', weak: 'warning.main', bad: 'error.main' }

/** One line of figures per feed, and the reason in words where it suffers. */
export function Health({ studio, view }: { studio: Studio; view: View }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { feeds } = useStore(studio.desk)
  const air = useStore(studio.air)
  const airing = isOnAirView(view)
  return (
    <Box component="ul" className="tabular" sx={{ listStyle: 'none', m: 0, p: 0, px: 1.5, pb: 1.5, overflow: 'auto', minHeight: 0 }}>
      {feeds.map((feed) => {
        const health = air.health.feeds.find((entry) => entry.key === feed.key)
        const state = air.feeds[feed.key]
        const failed = state?.state === 'failed' ? refusalWords({ code: state.code as never, message: null }, t, language) : null
        const tone = failed ? 'error.main' : health ? toneOf[health.tone] : 'text.disabled'
        return (
          <Box
            component="li"
            key={feed.key}
            aria-label={feed.label}
            data-tone={failed ? 'bad' : (health?.tone ?? 'none')}
            sx={{ py: 1, borderTop: 1, borderColor: line }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: tone, flexShrink: 0 }} />
              <Box
                sx={{
                  fontSize: 13,
                  fontWeight: 600,
                  flex: 1,
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {feed.label}
              </Box>
              {health && <Bars health={health} tone={tone} />}
            </Box>
            <Box sx={{ mt: 0.25, pl: 2, display: 'flex', flexWrap: 'wrap', columnGap: 1.25, fontSize: 12, color: 'text.secondary' }}>
              {health ? (
                <Figures health={health} />
              ) : (
                <span>{failed ?? (airing ? t(stateWords[state?.state ?? 'none']) : t('health.ready', { height: feed.size.height }))}</span>
              )}
            </Box>
            {health && health.tone !== 'good' && <Box sx={{ pl: 2, fontSize: 12, color: tone }}>{t(`health.why.${why(health)}`)}</Box>}
          </Box>
        )
      })}
      {feeds.length === 0 && (
        <Typography variant="body2" component="li" sx={{ color: 'text.secondary' }}>
          {t('health.empty')}
        </Typography>
      )}
    </Box>
  )
}

function Figures({ health }: { health: FeedHealth }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <>
      <span>{megabits(health.bitrateBps, language)}</span>
      <span>{health.fps} fps</span>
      {health.roundTripMs !== null && <span>{health.roundTripMs} ms</span>}
      <Box component="span" sx={{ color: health.lossPercent > 2 ? 'warning.main' : undefined }}>
        {t('health.loss', { percent: decimal(health.lossPercent, language) })}
      </Box>
    </>
  )
}

function why(health: FeedHealth): 'nothing' | 'bandwidth' | 'cpu' | 'loss' | 'slow' {
  if (health.bitrateBps === 0) return 'nothing'
  if (health.limitation === 'bandwidth') return 'bandwidth'
  if (health.limitation === 'cpu') return 'cpu'
  return health.lossPercent > 2 ? 'loss' : 'slow'
}

/** The last seconds of the bit rate: a falling row is seen before a number is read. */
function Bars({ health, tone }: { health: FeedHealth; tone: string }) {
  const recent = health.history.slice(-12)
  const top = Math.max(1, ...recent)
  const path = recent.map((bps, index) => `M${index * 5 + 1.5},16 V${16 - Math.max(1.5, (bps / top) * 16)}`).join(' ')
  return (
    <Box component="svg" aria-hidden viewBox="0 0 60 16" sx={{ width: 60, height: 16, flexShrink: 0, color: tone }}>
      <path d={path} stroke="currentColor" strokeWidth={3} opacity={0.75} />
    </Box>
  )
}

/** The connection as a whole, at the foot of the panel: quiet while all is well. */
export function Uplink({ air, view }: { air: AirState; view: View }) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (!isOnAirView(view)) return null
  const { uplinkBps, roundTripMs, droppedPercent, sentBps } = air.health
  const rows = [
    [t('health.sent'), megabits(sentBps, language)],
    [t('health.uplink'), uplinkBps === null ? '–' : megabits(uplinkBps, language)],
    [t('health.roundTrip'), roundTripMs === null ? '–' : `${roundTripMs} ms`],
    [t('health.dropped'), `${decimal(droppedPercent, language)} %`],
  ] as const
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{
        mt: 'auto',
        mb: 0,
        px: 1.5,
        py: 1.5,
        borderTop: 1,
        borderColor: line,
        display: 'grid',
        gridTemplateColumns: '1fr 1fr',
        gap: 1.25,
        '& dt': { fontSize: 11.5, color: 'text.secondary' },
        '& dd': { m: 0, fontSize: 13.5, fontWeight: 600 },
      }}
    >
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Box>
  )
}
