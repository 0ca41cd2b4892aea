import { clock } from '@e-events/shared/ui/format.ts'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerSnapshot } from '../engine/types.ts'

interface StatsPanelProps {
  engine: PlayerEngine
  /** Label of the feed on screen. */
  feed: string | undefined
  onClose: () => void
}

const everyMs = 1_000

/** Figures of what plays, for whoever looks for the cause of a bad picture; read once a second. */
export function StatsPanel({ engine, feed, onClose }: StatsPanelProps) {
  const { t } = useTranslation('player')
  const language = useLanguage()
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), everyMs)
    return () => clearInterval(timer)
  }, [])
  const snapshot = engine.getSnapshot()
  const { stats } = engine
  const number = (value: number, digits = 1) => value.toLocaleString(language, { maximumFractionDigits: digits })
  const mbps = (bps: number | null) => (bps === null ? '–' : `${number(bps / 1e6)} Mb/s`)
  const rows = [
    ['feed', feed || '–'],
    ['picture', stats.heightPx > 0 ? `${stats.widthPx} × ${stats.heightPx}` : '–'],
    ['transport', snapshot.isLowLatency ? 'WebRTC' : 'HLS'],
    ['rung', mbps(stats.levelBps)],
    ['line', mbps(stats.lineBps)],
    ['buffer', `${number(Math.max(0, snapshot.bufferedEndSec - snapshot.positionSec))} s`],
    ['latency', latency(snapshot, number)],
    ['dropped', t('stats.droppedOf', { dropped: number(stats.droppedFrames, 0), total: number(stats.totalFrames, 0) })],
    ['rate', `${number(snapshot.rate, 2)}×`],
    ['position', clock(snapshot.positionSec)],
  ] as const
  return (
    <Box
      component="section"
      aria-label={t('stats.title')}
      sx={{
        position: 'absolute',
        top: { xs: 12, md: 18 },
        left: { xs: 12, md: 18 },
        minWidth: 248,
        maxHeight: 'calc(100% - 116px)',
        overflowY: 'auto',
        px: 1.5,
        py: 1,
        borderRadius: '10px',
        bgcolor: 'onArt.panel',
        color: 'text.primary',
        backdropFilter: 'blur(10px)',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="subtitle2" component="h2">
          {t('stats.title')}
        </Typography>
        <IconButton size="small" aria-label={t('stats.close')} onClick={onClose} sx={{ color: 'text.primary', mr: -1 }}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </Box>
      <Box
        component="dl"
        className="tabular"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.25, fontSize: 13 }}
      >
        {rows.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {t(`stats.${name}`)}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function latency({ latencySec }: PlayerSnapshot, number: (value: number) => string): string {
  return latencySec === null ? '–' : `${number(latencySec)} s`
}
