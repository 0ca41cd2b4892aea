import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import MicRounded from '@mui/icons-material/MicRounded'
import ScreenShareOutlined from '@mui/icons-material/ScreenShareOutlined'
import SensorsRounded from '@mui/icons-material/SensorsRounded'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { DeskFeed } from '../../../broadcast/desk-state.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { TrackVideo } from '../../components/track-video.tsx'
import { useStore } from '../../lib/use-store.ts'
import { Cue } from './cue.tsx'
import { DisplayPicker } from './display-picker.tsx'
import { useAdd } from './use-add.ts'
import { isAway, isOnAirView, type View } from './view.ts'

interface MonitorsProps {
  studio: Studio
  product: OwnProduct
  view: View
  selected: DeskFeed | undefined
  onAdded(key: string): void
  onSettings(key: string): void
}

/** Shows the selected feed on the left, the first feed of the viewers on the right, and the actions between them. */
export function Monitors({ studio, product, view, selected, onAdded, onSettings }: MonitorsProps) {
  const { t } = useTranslation()
  const { feeds } = useStore(studio.desk)
  const air = useStore(studio.air)
  const airing = isOnAirView(view)
  // Red says that the world can see you.
  const isRehearsal = air.broadcast?.kind === 'rehearsal'
  const main = airing ? (feeds.find((feed) => air.feeds[feed.key]) ?? feeds[0]) : feeds[0]
  if (!main || !selected) return <FirstSource studio={studio} onAdded={onAdded} />
  const selectedAir = air.feeds[selected.key]
  const staged = airing && selectedAir === undefined
  return (
    <Box
      sx={{
        flexShrink: 0,
        p: { xs: 1.5, lg: 2 },
        display: 'grid',
        gap: { xs: 1.5, lg: 2 },
        alignItems: 'end',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'minmax(0,1fr) 104px minmax(0,1fr)', lg: 'minmax(0,.78fr) 104px minmax(0,1.22fr)' },
      }}
    >
      <Box
        sx={{
          order: { xs: 3, sm: 0 },
          display: { xs: 'none', sm: 'flex' },
          flexDirection: 'column',
          justifyContent: 'space-between',
          alignSelf: 'stretch',
          gap: 1.5,
        }}
      >
        <Cue product={product} />
        <Monitor label={t('monitors.preview')} tone="success.main" feed={selected} />
      </Box>
      <Box
        role="group"
        aria-label={t('monitors.actions', { name: selected.label })}
        sx={{ order: { xs: 2, sm: 0 }, display: 'flex', flexDirection: { xs: 'row', sm: 'column' }, gap: 1, alignItems: 'stretch' }}
      >
        {staged && (
          <Button
            variant="contained"
            color="primary"
            onClick={() => studio.air.putOnAir(selected.key)}
            sx={{ px: 1, flex: 1, minHeight: 42, lineHeight: 1.2, whiteSpace: 'normal' }}
          >
            {t('monitors.putOnAir')}
          </Button>
        )}
        <Button
          // The button that takes the picture away is quiet; the one that gives it back is bright.
          variant={selected.hidden && !staged ? 'contained' : 'soft'}
          color="inherit"
          onClick={() => studio.desk.setHidden(selected.key, !selected.hidden)}
          aria-pressed={selected.hidden}
          sx={{ px: 1, flex: 1, minHeight: 42, lineHeight: 1.2, whiteSpace: 'normal' }}
        >
          {t(selected.hidden ? 'monitors.show' : 'monitors.hide')}
        </Button>
        <Button variant="soft" color="inherit" onClick={() => onSettings(selected.key)} sx={{ px: 1, flex: 1, minHeight: 36 }}>
          {t('monitors.settings')}
        </Button>
      </Box>
      <Monitor
        label={t(airing ? 'monitors.programme' : 'monitors.programmeOff')}
        tone={isAway(view) ? 'warning.main' : !airing ? 'border.strong' : isRehearsal ? 'secondary.main' : 'live.main'}
        feed={main}
      />
    </Box>
  )
}

function Monitor({ label, tone, feed }: { label: string; tone: string; feed: DeskFeed }) {
  const { t } = useTranslation()
  const word = feed.hidden ? t('sources.hidden') : feed.status === 'lost' ? t('monitors.lost') : null
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box component="figcaption" sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.75, fontSize: 12.5 }}>
        <Box component="span" aria-hidden sx={{ width: 9, height: 9, borderRadius: '2px', bgcolor: tone }} />
        <Box component="span" sx={{ fontWeight: 640, whiteSpace: 'nowrap' }}>
          {label}
        </Box>
        <Typography noWrap component="span" sx={{ ml: 'auto', color: 'text.secondary', fontSize: 12 }}>
          {feed.label}
        </Typography>
      </Box>
      <Box
        sx={{
          position: 'relative',
          borderRadius: '8px',
          overflow: 'hidden',
          outline: '2px solid',
          outlineColor: tone,
          aspectRatio: '16 / 9',
          bgcolor: 'onArt.ink',
        }}
      >
        <TrackVideo track={feed.track} label={`${label}: ${feed.label}`} contain />
        <Box
          aria-hidden
          sx={{ position: 'absolute', inset: '5%', border: '1px dashed', borderColor: 'onArt.rail', opacity: 0.5, pointerEvents: 'none' }}
        />
        {word && (
          <Box sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', bgcolor: 'onArt.shade' }}>
            <Typography variant="subtitle2" component="p" sx={{ m: 0 }}>
              {word}
            </Typography>
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** The empty desk says what a desk is for, and starts with one press. */
function FirstSource({ studio, onAdded }: { studio: Studio; onAdded(key: string): void }) {
  const { t } = useTranslation()
  const { strips } = useStore(studio.desk)
  const { cameras, microphones } = useStore(studio.devices)
  const add = useAdd(studio, onAdded)
  const first = { deviceId: '', label: '' }
  return (
    <Box sx={{ flexShrink: 0, display: 'grid', placeItems: 'center', minHeight: { xs: 0, md: 300 } }}>
      <Notice
        icon={SensorsRounded}
        title={t('monitors.firstTitle')}
        actions={
          <>
            <Button
              variant="contained"
              color="inherit"
              startIcon={<VideocamOutlined />}
              onClick={() => void add.camera(cameras[0] ?? first)}
            >
              {t('monitors.addCamera')}
            </Button>
            <Button startIcon={<ScreenShareOutlined />} onClick={() => void add.display()}>
              {t('monitors.addScreen')}
            </Button>
            {strips.length === 0 && (
              <Button startIcon={<MicRounded />} onClick={() => void add.microphone(microphones[0] ?? first)}>
                {t('monitors.addMicrophone')}
              </Button>
            )}
          </>
        }
      >
        {t('monitors.firstText')}
      </Notice>
      {add.picking && <DisplayPicker onClose={add.stopPicking} onPick={add.pick} />}
    </Box>
  )
}
