import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { BroadcastKind } from '@e-events/shared/contract/live/broadcasts.ts'
import type { ShowPlan } from '@e-events/shared/domain/usage-pricing.ts'
import Box from '@mui/material/Box'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Studio } from '../../../broadcast/studio.ts'
import { Hint, line, Panel } from '../../components/panel.tsx'
import { megabits } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useStore } from '../../lib/use-store.ts'
import { useShowUsage } from '../../lib/use-show-usage.ts'
import { useUplink } from '../../lib/use-uplink.ts'
import { AddSource } from './add-source.tsx'
import { AirFrame, TopBar } from './air-bar.tsx'
import { Audience } from './audience.tsx'
import { Banners } from './banners.tsx'
import { Countdown } from './countdown.tsx'
import { EndDialog } from './end-dialog.tsx'
import { FeedSettings } from './feed-settings.tsx'
import { FeedWall } from './feed-wall.tsx'
import { GoLiveButton } from './go-live-button.tsx'
import { Health, Uplink } from './health.tsx'
import { Mixer } from './mixer.tsx'
import { Monitors } from './monitors.tsx'
import { PlanNotice } from './plan-notice.tsx'
import { Preflight } from './preflight.tsx'
import { MoveDialog, SourceDialog } from './seat-dialogs.tsx'
import { SeatOffer } from './seats.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { Sources } from './sources.tsx'
import { StripSettings } from './strip-settings.tsx'
import { useSeats } from './use-seats.ts'
import { UsageBar } from './usage-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { isOnAirView, toView, type Step } from './view.ts'

interface DeskProps {
  studio: Studio
  product: OwnProduct
  /** The product's show runs on the server, but not from this window. */
  running: boolean
}

type Dialog = { kind: 'end' } | { kind: 'shortcuts' } | { kind: 'feed'; key: string } | { kind: 'strip'; id: string } | null

/**
 * A broadcast desk: dark, fixed to the window, nothing scrolls but lists. Red appears only when the world can see you.
 */
export function Desk({ studio, product, running }: DeskProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const desk = useStore(studio.desk)
  const air = useStore(studio.air)
  const [step, setStep] = useState<Step>('none')
  const [dialog, setDialog] = useState<Dialog>(null)
  const audienceId = useId()
  const [isAudienceOpen, setAudienceOpen] = useState(false)
  const [selectedKey, setSelected] = useState<string | null>(null)
  const [chosen, setRecording] = useState<boolean | null>(null)
  // As in the product's form until it is changed here.
  const recording = chosen ?? product.recordsBroadcasts
  const view = toView(air, step)
  const seats = useSeats(studio, running)
  const airing = isOnAirView(view)
  useUplink({ measures: !airing && !running })
  const usage = useShowUsage(product.slug).data ?? null
  const [plan, setPlan] = useState<ShowPlan>('usage')
  const [kind, setKind] = useState<BroadcastKind>('live')
  const isRehearsal = air.broadcast?.kind === 'rehearsal'
  const main = desk.feeds[0]
  const selected = desk.feeds.find((feed) => feed.key === selectedKey) ?? desk.feeds[1] ?? main
  const close = useCallback(() => setDialog(null), [])
  const stand = useCallback(() => setStep('none'), [])
  const launch = useCallback(() => {
    setStep('none')
    void studio.air.goLive(kind === 'rehearsal' ? { kind, recording: false } : { recording: recording && plan !== 'free', plan })
  }, [studio, recording, plan, kind])
  useShortcuts({ studio, onHelp: () => setDialog({ kind: 'shortcuts' }) })

  const button = {
    view,
    running,
    isRehearsal,
    reconnection: air.reconnection,
    onGoLive: () => setStep('preflight'),
    onCancel: stand,
    onEnd: () => setDialog({ kind: 'end' }),
    onRetry: studio.air.retryNow,
    onResume: () => {
      setStep('none')
      seats.back()
    },
  }
  const add = <AddSource studio={studio} onAdded={setSelected} />
  return (
    <Box
      sx={{
        position: 'relative',
        bgcolor: 'surface.canvas',
        height: { md: '100dvh' },
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        overflow: { md: 'hidden' },
      }}
    >
      <TopBar
        view={view}
        product={product}
        air={air}
        action={<GoLiveButton {...button} />}
        audience={{ id: audienceId, isOpen: isAudienceOpen, onToggle: () => setAudienceOpen(!isAudienceOpen) }}
        onShortcuts={() => setDialog({ kind: 'shortcuts' })}
      />
      <Banners studio={studio} view={view} running={running} show={seats.show} onEnd={button.onEnd} />
      {airing && !isRehearsal && usage && <PlanNotice productSlug={product.slug} usage={usage} />}
      {airing && !isRehearsal && usage && <UsageBar usage={usage} />}
      <Box
        sx={{
          position: 'relative',
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '212px minmax(0,1fr)', lg: '236px minmax(0,1fr) 312px' },
        }}
      >
        <Box
          component="aside"
          aria-label={t('sources.title')}
          sx={{
            order: { xs: 2, md: 0 },
            minHeight: 0,
            overflow: { md: 'auto' },
            borderRight: { md: 1 },
            borderColor: { md: line },
            bgcolor: 'surface.sunken',
          }}
        >
          <FeedWall
            studio={studio}
            view={view}
            selectedKey={selected?.key ?? null}
            onSelect={setSelected}
            add={desk.feeds.length > 0 ? add : null}
          />
          <Sources
            studio={studio}
            selectedKey={selected?.key ?? null}
            onSelect={setSelected}
            onFeed={(key) => setDialog({ kind: 'feed', key })}
            onStrip={(id) => setDialog({ kind: 'strip', id })}
            add={desk.feeds.length > 0 ? null : add}
          />
        </Box>
        <Box component="main" sx={{ minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
          <SeatOffer studio={studio} seats={seats} onAdded={setSelected} />
          <Monitors
            studio={studio}
            product={product}
            view={view}
            selected={selected}
            onAdded={setSelected}
            onSettings={(key) => setDialog({ kind: 'feed', key })}
          />
          <Box
            sx={{
              flex: 1,
              minHeight: { xs: 0, md: 250 },
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0,1.65fr) minmax(0,1fr)' },
              borderTop: 1,
              borderColor: line,
            }}
          >
            <Panel title={t('mixer.title')} aside={<Hint>{t(desk.silenced ? 'mixer.silenced' : 'mixer.hint')}</Hint>}>
              <Mixer studio={studio} onStrip={(id) => setDialog({ kind: 'strip', id })} />
            </Panel>
            <Panel
              title={t('health.title')}
              edge
              aside={
                <Hint>
                  {airing && air.health.sentBps > 0
                    ? t('health.sending', { rate: megabits(air.health.sentBps, language) })
                    : t('health.quiet')}
                </Hint>
              }
            >
              <Health studio={studio} view={view} />
              <Uplink air={air} view={view} />
            </Panel>
          </Box>
        </Box>
        <Box
          component="aside"
          id={audienceId}
          aria-label={t('audience.title')}
          sx={{
            order: 3,
            // A phone scrolls down to it; between the two there is no room for a third column: it opens over the
            // second.
            display: { xs: 'flex', md: isAudienceOpen ? 'flex' : 'none', lg: 'flex' },
            position: { md: 'absolute', lg: 'static' },
            insetBlock: { md: 0 },
            right: { md: 0 },
            width: { md: 312, lg: 'auto' },
            zIndex: { md: 'appBar', lg: 'auto' },
            height: { xs: 480, md: 'auto' },
            flexDirection: 'column',
            minHeight: 0,
            borderLeft: { md: 1 },
            borderTop: { xs: 1, md: 0 },
            borderColor: { xs: line, md: line },
            bgcolor: 'surface.sunken',
          }}
        >
          <Audience studio={studio} product={product} view={view} />
        </Box>
      </Box>
      <Box
        sx={{
          display: { xs: 'block', md: 'none' },
          position: 'sticky',
          bottom: 0,
          zIndex: 'appBar',
          p: 1.5,
          bgcolor: 'surface.glass',
          backdropFilter: 'blur(16px)',
          borderTop: 1,
          borderColor: line,
        }}
      >
        <GoLiveButton {...button} full />
      </Box>
      {airing && <AirFrame view={view} isRehearsal={isRehearsal} />}
      {view === 'preflight' && (
        <Preflight
          studio={studio}
          product={product}
          kind={kind}
          onKind={setKind}
          recording={recording}
          usage={usage}
          plan={plan}
          onPlan={setPlan}
          onRecording={setRecording}
          onCancel={stand}
          onGo={() => setStep('countdown')}
        />
      )}
      {view === 'countdown' && <Countdown onCancel={stand} onDone={launch} />}
      <MoveDialog seats={seats} />
      <SourceDialog studio={studio} seats={seats} onAdded={setSelected} />
      {dialog?.kind === 'end' && <EndDialog studio={studio} onClose={close} />}
      {dialog?.kind === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {dialog?.kind === 'feed' && <FeedSettings studio={studio} feedKey={dialog.key} airing={airing} onClose={close} />}
      {dialog?.kind === 'strip' && <StripSettings studio={studio} stripId={dialog.id} onClose={close} />}
    </Box>
  )
}
