import MicRounded from '@mui/icons-material/MicRounded'
import MonitorRounded from '@mui/icons-material/MonitorRounded'
import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import VolumeUpOutlined from '@mui/icons-material/VolumeUpOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type SvgIcon from '@mui/material/SvgIcon'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeskFeed, DeskStrip } from '../../../broadcast/desk-state.ts'
import type { CaptureFailure } from '@e-events/shared/rtc/capture-error.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { Panel } from '../../components/panel.tsx'
import { useSnack } from '../../components/snack.tsx'
import { useStore } from '../../lib/use-store.ts'

interface SourcesProps {
  studio: Studio
  selectedKey: string | null
  onSelect(key: string): void
  onFeed(key: string): void
  onStrip(id: string): void
  add: ReactNode
}

/** List of the sources, each with its most urgent switch and its settings. */
export function Sources({ studio, selectedKey, onSelect, onFeed, onStrip, add }: SourcesProps) {
  const { t } = useTranslation()
  const show = useSnack()
  const { feeds, strips } = useStore(studio.desk)
  const air = useStore(studio.air)
  const reopen = async (work: Promise<CaptureFailure | null>, device: 'camera' | 'microphone' | 'screen') => {
    const failure = await work
    if (failure !== null && failure !== 'cancelled') show(t(`capture.${failure}`, { device: t(`capture.device.${device}`) }))
  }
  return (
    <Panel title={t('sources.title')} aside={add}>
      {feeds.length + strips.length === 0 && (
        <Typography variant="body2" sx={{ px: 1.5, pb: 2, color: 'text.secondary' }}>
          {t('sources.empty')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, px: 0.75, pb: 1 }}>
        {feeds.map((feed) => (
          <Row
            key={feed.key}
            icon={feed.kind === 'camera' ? VideocamOutlined : MonitorRounded}
            name={feed.label}
            note={air.feeds[feed.key]?.state === 'elsewhere' ? t('sources.elsewhere') : feedNote(feed, t)}
            weak={feed.status === 'lost' || feed.status === 'failed'}
            selected={feed.key === selectedKey}
            onSelect={() => onSelect(feed.key)}
          >
            {feed.status === 'lost' || feed.status === 'failed' ? (
              <Act
                title={t('sources.reopen', { name: feed.label })}
                onClick={() => void reopen(studio.desk.reopenFeed(feed.key), feed.kind === 'camera' ? 'camera' : 'screen')}
              >
                <ReplayRounded sx={{ fontSize: 17 }} />
              </Act>
            ) : (
              <Act
                title={t(feed.hidden ? 'sources.show' : 'sources.hide', { name: feed.label })}
                pressed={feed.hidden}
                onClick={() => studio.desk.setHidden(feed.key, !feed.hidden)}
              >
                {feed.hidden ? <VisibilityOffOutlined sx={{ fontSize: 17 }} /> : <VisibilityOutlined sx={{ fontSize: 17 }} />}
              </Act>
            )}
            <Act title={t('sources.settingsOf', { name: feed.label })} onClick={() => onFeed(feed.key)}>
              <MoreVertRounded sx={{ fontSize: 17 }} />
            </Act>
          </Row>
        ))}
        {strips.map((strip) => (
          <Row
            key={strip.id}
            icon={strip.kind === 'microphone' ? MicRounded : VolumeUpOutlined}
            name={strip.label}
            note={stripNote(strip, feeds, t)}
            weak={strip.status === 'lost' || strip.status === 'failed'}
            onSelect={() => onStrip(strip.id)}
          >
            {strip.kind === 'microphone' && (strip.status === 'lost' || strip.status === 'failed') && (
              <Act
                title={t('sources.reopen', { name: strip.label })}
                onClick={() => void reopen(studio.desk.reopenStrip(strip.id), 'microphone')}
              >
                <ReplayRounded sx={{ fontSize: 17 }} />
              </Act>
            )}
            <Act title={t('sources.settingsOf', { name: strip.label })} onClick={() => onStrip(strip.id)}>
              <MoreVertRounded sx={{ fontSize: 17 }} />
            </Act>
          </Row>
        ))}
      </Box>
    </Panel>
  )
}

function feedNote(feed: DeskFeed, t: TFunction): string {
  if (feed.status === 'opening') return t('sources.opening')
  if (feed.status === 'lost') return t(feed.kind === 'camera' ? 'sources.lostCamera' : 'sources.lostScreen')
  if (feed.status === 'failed') return t(feed.kind === 'camera' ? 'sources.failed' : 'sources.pickAgain')
  if (feed.hidden) return t('sources.hidden')
  return `${feed.size.width}×${feed.size.height} · ${feed.frameRate} fps`
}

function stripNote(strip: DeskStrip, feeds: readonly DeskFeed[], t: TFunction): string {
  if (strip.status === 'opening') return t('sources.opening')
  if (strip.status === 'lost') return t('sources.lostMicrophone')
  if (strip.status === 'failed') return t('sources.failed')
  const feed = feeds.find((entry) => entry.key === strip.route)
  return feed ? t('sources.heardOn', { name: feed.label }) : t('sources.heardEverywhere')
}

interface RowProps {
  icon: typeof SvgIcon
  name: string
  note: string
  weak?: boolean
  selected?: boolean
  onSelect(): void
  children: ReactNode
}

function Row({ icon: Icon, name, note, weak = false, selected = false, onSelect, children }: RowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        pr: 0.25,
        minHeight: 42,
        borderRadius: '8px',
        bgcolor: selected ? 'surface.selected' : undefined,
        '&:hover': { bgcolor: selected ? undefined : 'surface.hover' },
      }}
    >
      <ButtonBase
        onClick={onSelect}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          pl: 1,
          py: 0.5,
          fontFamily: 'inherit',
          textAlign: 'left',
          borderRadius: '8px',
        }}
      >
        <Icon sx={{ fontSize: 18, color: weak ? 'warning.main' : 'text.secondary' }} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" component="span" noWrap sx={{ display: 'block', fontSize: 13, lineHeight: '17px' }}>
            {name}
          </Typography>
          <Box
            className="tabular"
            sx={{
              fontSize: 11.5,
              lineHeight: '15px',
              color: weak ? 'warning.main' : 'text.tertiary',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {note}
          </Box>
        </Box>
      </ButtonBase>
      {children}
    </Box>
  )
}

function Act({ title, pressed, onClick, children }: { title: string; pressed?: boolean; onClick(): void; children: ReactNode }) {
  return (
    <Tooltip title={title}>
      <IconButton size="small" aria-label={title} aria-pressed={pressed} onClick={onClick} sx={{ width: 30, height: 30 }}>
        {children}
      </IconButton>
    </Tooltip>
  )
}
