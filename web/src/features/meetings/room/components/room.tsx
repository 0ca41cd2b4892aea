import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import type { MeetClient, MeetState } from '@e-events/shared/rtc/meeting/meet-client.ts'
import FiberManualRecordRounded from '@mui/icons-material/FiberManualRecordRounded'
import LockRounded from '@mui/icons-material/LockRounded'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { memo, useDeferredValue, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useWakeLock } from '../../../../lib/use-wake-lock.ts'
import { DeviceFailure } from '../lobby/components/device-check.tsx'
import { useMeetAct } from '../lobby/queries.ts'
import { useSink } from '../lobby/speaker.ts'
import { useMediaState, type OwnMediaPorts } from '../lobby/use-own-media.ts'
import { useActs } from '../hooks/use-acts.ts'
import { useKeys } from '../hooks/use-keys.ts'
import { useRoomEvents } from '../hooks/use-room-events.ts'
import { useStay, type StayPorts } from '../hooks/use-stay.ts'
import { DevicesDialog } from './devices-dialog.tsx'
import { EndPanel, type MeetEnd } from './end-panel.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { KeysHelp } from './keys-help.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { Sounds } from './sounds.tsx'
import { Stage } from './stage.tsx'
import { Toolbar, type Panel } from './toolbar.tsx'

export interface RoomProps extends OwnMediaPorts {
  meet: Meet
  /** Under which the others see this person. */
  name: string
  ports: StayPorts
  /** The chat beside the pictures; left out where there is none. */
  chat?: ReactNode
  onLeave: () => void
  /** Another attempt, as a new stay. */
  onRetry: () => void
  /** Offered at the end of a meeting besides the way back. */
  afterEnd?: ReactNode
  /** The recordings, shown at the end. */
  recordings?: ReactNode
}

/** A meeting from the join to its end. */
export function Room(props: RoomProps) {
  const { meet, name, ports, media, afterEnd, recordings, onRetry } = props
  const { client, state } = useStay({ slug: meet.slug, name, media, ports })
  const end = state.outcome
  const mayComeBack = end === null || end.kind === 'failed' || end.kind === 'full' || end.kind === 'locked'
  useEffect(() => {
    if (!mayComeBack) media.close()
  }, [mayComeBack, media])
  // Many who come at once must not keep the page from answering: pictures and lists follow as fast as they are drawn.
  const shown = useDeferredValue(state)
  if (end === null) return <Inside {...props} client={client} state={shown} />
  const watch = () => {
    media.close()
    onRetry()
  }
  return (
    <EndPanel
      meet={meet}
      end={end}
      onRetry={onRetry}
      onWatch={helpsToWatch(end, props) ? watch : undefined}
      below={end.kind === 'ended' && recordings}
    >
      {end.kind === 'ended' && afterEnd}
    </EndPanel>
  )
}

/** Sending may be what a network blocks, or what a line cannot carry. */
function helpsToWatch(end: MeetEnd, { media }: OwnMediaPorts): boolean {
  const { camera, microphone } = media.get()
  return end.kind === 'failed' && end.blockage === 'media' && (camera.track !== null || microphone.track !== null)
}

const Inside = memo(function Inside(props: RoomProps & { client: MeetClient; state: MeetState }) {
  const { meet, media, devices, speaker, chat, onLeave, client, state } = props
  const { t } = useTranslation('room')
  const own = useMediaState(media)
  const sinkId = useSink({ speaker, devices })
  const acts = useActs(client)
  const { said, floating } = useRoomEvents(client)
  const [panel, setPanel] = useState<Panel | null>(null)
  const [view, setView] = useState<'grid' | 'speaker'>('grid')
  const [pinned, setPinned] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'keys' | 'devices' | 'end' | 'record' | null>(null)
  const explain = useErrorSnack()
  const stop = useMeetAct(meet.slug, 'stop')
  const stopRecording = useMeetAct(meet.slug, 'stopRecording')
  useWakeLock(true)
  const me = state.people.find(({ id }) => id === state.ownId)
  const isHost = me?.isHost ?? meet.isHost
  const isHandUp = (me?.handRaisedAtMs ?? null) !== null
  const failure = own.camera.failure ?? own.microphone.failure ?? own.screen.failure
  const hasChat = chat !== undefined
  const togglePanel = (wanted: Panel) => setPanel(panel === wanted ? null : wanted)
  const toggleView = () => setView(view === 'grid' ? 'speaker' : 'grid')
  const toggleMicrophone = () => void media.turnMicrophone(own.microphone.status !== 'on')
  const toggleCamera = () => void media.turnCamera(own.camera.status !== 'on')
  const toggleScreen = () => void media.turnScreen(own.screen.status !== 'on')
  const toggleHand = () => acts.raiseHand(!isHandUp)
  useKeys({
    m: toggleMicrophone,
    v: toggleCamera,
    h: toggleHand,
    p: () => togglePanel('people'),
    g: toggleView,
    '?': () => setDialog('keys'),
    ...(media.canShareScreen ? { s: toggleScreen } : {}),
    ...(hasChat ? { c: () => togglePanel('chat') } : {}),
  })
  const item = (key: string, label: string, work: () => void) => (close: () => void) => (
    <MenuItem
      key={key}
      onClick={() => {
        close()
        work()
      }}
    >
      {label}
    </MenuItem>
  )
  const items = [
    item('view', t(view === 'grid' ? 'more.speaker' : 'more.grid'), toggleView),
    item('devices', t('more.devices'), () => setDialog('devices')),
    item('keys', t('more.keys'), () => setDialog('keys')),
    ...(isHost
      ? [
          item('lock', t(state.locked ? 'more.unlock' : 'more.lock'), () => acts.lock(!state.locked)),
          item('muteAll', t('more.muteAll'), () => acts.mute(null, 'microphone')),
        ]
      : []),
    ...(meet.isHost
      ? [
          state.isRecording
            ? item('record', t('more.stopRecording'), () =>
                stopRecording.mutate(undefined, { onError: (error) => explain(error, { key: 'meet-record' }) }),
              )
            : item('record', t('more.record'), () => setDialog('record')),
        ]
      : []),
    ...(meet.isHost ? [item('end', t('more.end'), () => setDialog('end'))] : []),
  ]
  return (
    <Box
      data-mode="dark"
      data-meet={state.phase}
      sx={{
        height: '100dvh',
        display: 'grid',
        gridTemplateRows: 'auto minmax(0, 1fr) auto',
        bgcolor: 'surface.canvas',
        color: 'text.primary',
        overflow: 'hidden',
        position: 'relative',
      }}
    >
      <Header meet={meet} state={state} />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ '&:focus': { outline: 'none' }, display: 'flex', minHeight: 0, position: 'relative' }}
      >
        <Box sx={{ position: 'relative', flex: 1, minWidth: 0 }}>
          <Stage
            client={client}
            state={state}
            own={own}
            view={view}
            pinned={pinned}
            onPin={setPinned}
            floating={floating}
            onMore={() => setPanel('people')}
          />
          {failure !== null && (
            <Box sx={{ position: 'absolute', left: 16, right: 16, bottom: 8, maxWidth: 640, mx: 'auto' }}>
              <DeviceFailure failure={failure} />
            </Box>
          )}
        </Box>
        {panel !== null && (
          <Box
            sx={{
              position: { xs: 'absolute', md: 'static' },
              inset: 0,
              zIndex: 1,
              width: { md: 344 },
              mr: { md: 2 },
              borderRadius: { md: '14px' },
              bgcolor: 'surface.raised',
              overflow: 'hidden',
              display: 'flex',
              flexDirection: 'column',
              minHeight: 0,
            }}
          >
            {panel === 'chat' ? (
              chat
            ) : (
              <PeoplePanel people={state.people} ownId={state.ownId} isHost={isHost} acts={acts} onClose={() => setPanel(null)} />
            )}
          </Box>
        )}
      </Box>
      <Toolbar
        acts={{ toggleMicrophone, toggleCamera, toggleScreen, toggleHand, togglePanel, react: acts.react, leave: onLeave }}
        own={own}
        canShareScreen={media.canShareScreen}
        isHandUp={isHandUp}
        panel={panel}
        hasChat={hasChat}
        people={state.people.length}
        more={(close) => items.map((make) => make(close))}
      />
      <Sounds tracks={state.tracks} sinkId={sinkId} />
      <Box aria-live="polite" className="visually-hidden">
        {said}
      </Box>
      <KeysHelp open={dialog === 'keys'} onClose={() => setDialog(null)} />
      <DevicesDialog media={media} devices={devices} speaker={speaker} open={dialog === 'devices'} onClose={() => setDialog(null)} />
      <RecordDialog slug={meet.slug} open={dialog === 'record'} onClose={() => setDialog(null)} />
      <ConfirmDialog
        open={dialog === 'end'}
        title={t('endTitle')}
        confirmLabel={t('more.end')}
        destructive
        busy={stop.isPending}
        onConfirm={() =>
          stop.mutate(undefined, { onError: (error) => explain(error, { key: 'meet-stop' }), onSettled: () => setDialog(null) })
        }
        onClose={() => setDialog(null)}
      >
        {t('endText')}
      </ConfirmDialog>
    </Box>
  )
})

function Header({ meet, state }: { meet: Meet; state: MeetState }) {
  const { t } = useTranslation('room')
  const isConnected = state.phase === 'connected'
  return (
    <Box component="header" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: { xs: 2, md: 3 }, minHeight: 52 }}>
      <Typography component="h1" variant="subtitle1" noWrap sx={{ minWidth: 0 }}>
        {meet.title}
      </Typography>
      {state.isRecording && (
        <Chip
          role="status"
          size="small"
          color="error"
          icon={<FiberManualRecordRounded />}
          label={t('recordingMark')}
          sx={{ flexShrink: 0 }}
        />
      )}
      {state.locked && <LockRounded sx={{ fontSize: 18, color: 'text.secondary' }} titleAccess={t('lockedMark')} />}
      <Box sx={{ flex: 1 }} />
      <Box
        role="status"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2', color: isConnected ? 'text.secondary' : 'warning.main' }}
      >
        <Box aria-hidden sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: isConnected ? 'success.main' : 'warning.main' }} />
        {state.phase === 'connected'
          ? t('phase.connected')
          : state.phase === 'connecting'
            ? t('phase.connecting')
            : t('phase.reconnecting')}
      </Box>
    </Box>
  )
}
