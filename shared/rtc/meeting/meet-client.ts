import type { Clock } from '@e-events/shared/client/clock.ts'
import { createStore, type Store } from '@e-events/shared/client/store.ts'
import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { MeetReaction, MeetSource } from '@e-events/shared/domain/meets.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { MeetNotification } from '@e-events/shared/signaling/meet-notifications.ts'
import type { MeetPerson, MeetRequestInput, MeetRequestMethod, MeetRequestReply } from '@e-events/shared/signaling/meet-requests.ts'
import type { MeetLink, OpenMeetLink } from '../open-meet-link.ts'
import { rememberSpeakers, sends, type WantedPicture } from './layout.ts'
import { blockageOf, outcomeOf, type MeetOutcome } from './meet-outcome.ts'
import type { MeetRtc } from './meet-rtc.ts'
import { createMeetStreams, keyOf, type Incoming, type MeetStreams, type Outgoing } from './meet-streams.ts'

export interface MeetState {
  /** over: `outcome` says how. */
  phase: 'connecting' | 'connected' | 'reconnecting' | 'over'
  outcome: MeetOutcome | null
  ownId: string | null
  /** In the order in which they came; this person too. */
  people: readonly MeetPerson[]
  locked: boolean
  /** Everything that people say and show is recorded, or will be in some seconds. */
  isRecording: boolean
  /** Who speaks now, the loudest first. */
  speaking: readonly string[]
  /** Who spoke, the latest first. */
  spoke: readonly string[]
  /** Received tracks, by `keyOf`. */
  tracks: ReadonlyMap<string, MediaStreamTrack>
}

export type MeetEvent =
  | { kind: 'came' | 'left' | 'raisedHand'; person: MeetPerson }
  | { kind: 'reacted'; personId: string; reaction: MeetReaction }
  | { kind: 'mutedByHost'; source: MeetSource }
  | { kind: 'gotPowers' | 'lostPowers' }
  | { kind: 'lockChanged'; locked: boolean }
  | { kind: 'recordingChanged'; isRecording: boolean }
  /** `error` is a DomainError where the sfu refused it. */
  | { kind: 'refused'; source: MeetSource; error: unknown }

export interface MeetClientDeps {
  /** Asks the api for a grant. @throws ApiError */
  ask(): Promise<MediaGrant>
  open: OpenMeetLink
  createRtc(): MeetRtc
  clock: Clock
  random(): number
}

export interface MeetClient extends Store<MeetState> {
  start(): void
  /** Leaves. Tracks that were handed over stay open. */
  close(): void
  onEvent(listener: (event: MeetEvent) => void): () => void
  /** Sends a track as this source from now on, also after a break; null ends it. */
  send(source: MeetSource, outgoing: Outgoing | null): void
  /** The pictures that are on screen; sound comes by itself. */
  show(pictures: readonly WantedPicture[]): void
  /** Any other request. @throws DomainError as the sfu's, UNAVAILABLE while there is no connection */
  ask<M extends Asked>(method: M, data: MeetRequestInput<M>): Promise<void>
}
type Asked = Extract<MeetRequestMethod, 'raiseHand' | 'react' | 'mute' | 'remove' | 'lock' | 'promote' | 'lowerHand'>

/** Waits before the next attempt; the first stay gives up early, so that somebody can decide what to do. */
const retryMs = { entering: [1_000], staying: [300, 1_000, 2_000, 4_000, 8_000, 8_000, 15_000, 15_000, 15_000] } as const

interface Connection {
  link: MeetLink
  streams: MeetStreams | undefined
}

/** One stay in a meeting: joins, sends, receives, and comes back by itself after a break. */
export function createMeetClient({ ask, open, createRtc, clock, random }: MeetClientDeps): MeetClient {
  const store = createStore<MeetState>({
    phase: 'connecting',
    outcome: null,
    ownId: null,
    people: [],
    locked: false,
    isRecording: false,
    speaking: [],
    spoke: [],
    tracks: new Map(),
  })
  const listeners = new Set<(event: MeetEvent) => void>()
  const outgoing = new Map<MeetSource, Outgoing>()
  let pictures: readonly WantedPicture[] = []
  let connection: Connection | undefined
  let turn = 0
  let failures = 0
  let wasIn = false
  let cancelRetry = () => {}

  const tell = (event: MeetEvent) => {
    for (const listener of listeners) listener(event)
  }
  const isOver = () => store.get().phase === 'over'

  function finish(outcome: MeetOutcome) {
    if (isOver()) return
    disconnect()
    store.patch({ phase: 'over', outcome, tracks: new Map(), speaking: [] })
  }

  function disconnect() {
    turn += 1
    cancelRetry()
    connection?.streams?.close()
    connection?.link.close()
    connection = undefined
  }

  /** Everything of sound, and the pictures on screen as far as they are sent. */
  function incoming(): Incoming[] {
    const { people, ownId } = store.get()
    const others = new Map(people.filter(({ id }) => id !== ownId).map((person) => [person.id, person]))
    const sound = [...others.values()].flatMap((person) =>
      person.streams.flatMap(({ source, paused }) => {
        if (source !== 'microphone' && source !== 'screenSound') return []
        const one = { personId: person.id, source, spatialLayer: 0 as const }
        // Keeps a voice that was heard once: the first word after a pause is heard as well.
        return !paused || connection?.streams?.receives(keyOf(one)) ? [one] : []
      }),
    )
    const seen = pictures.filter(({ personId, source }) => {
      const person = others.get(personId)
      return person !== undefined && sends(person, source)
    })
    return [...sound, ...seen.slice(0, limits.meetVideosPerUser)]
  }

  async function enter() {
    const mine = (turn += 1)
    const isStale = () => mine !== turn
    try {
      const grant = await ask()
      if (isStale()) return
      const link = await open(grant)
      if (isStale()) return link.close()
      const made: Connection = { link, streams: undefined }
      connection = made
      link.onLost(() => connection === made && comeBack())
      link.onNotification((notification) => connection === made && onNotification(notification))
      const room = await link.request('join', {})
      if (isStale()) return
      // Before anything else is waited for: whoever comes meanwhile is told on top of it.
      enterRoom(room)
      const rtc = createRtc()
      await rtc.load(room.routerRtpCapabilities)
      if (isStale()) return
      made.streams = createMeetStreams({
        link,
        rtc,
        iceServers: grant.iceServers,
        clock,
        outgoing: () => outgoing,
        incoming,
        onTracks: (tracks) => connection === made && store.patch({ tracks }),
        onRefused(source, error) {
          outgoing.delete(source)
          tell({ kind: 'refused', source, error })
        },
        onTrouble: (hasTrouble) => connection === made && store.patch({ phase: hasTrouble ? 'reconnecting' : 'connected' }),
        onGone: () => connection === made && comeBack(),
        onBlocked: (ways) => connection === made && finish({ kind: 'failed', blockage: 'media', ways }),
      })
      failures = 0
      wasIn = true
      store.patch({ phase: 'connected' })
      made.streams.changed()
    } catch (error) {
      if (isStale() || isOver()) return
      retry(error)
    }
  }

  function enterRoom({ personId: ownId, people, locked, isRecording, activeSpeakers }: MeetRequestReply<'join'>) {
    const spoke = rememberSpeakers([], activeSpeakers)
    store.patch({ ownId, people: inOrder(people), locked, speaking: activeSpeakers, spoke, tracks: new Map() })
    setRecording(isRecording)
  }

  function retry(error: unknown) {
    disconnect()
    const outcome = outcomeOf(error)
    if (outcome) return finish(outcome)
    const waits: readonly number[] = wasIn ? retryMs.staying : retryMs.entering
    const waitMs = waits[failures]
    failures += 1
    if (waitMs === undefined) return finish({ kind: 'failed', blockage: blockageOf(error) })
    // A node that went down has sent everybody away in the same instant.
    cancelRetry = clock.after(waitMs * (0.75 + random() / 2), () => void enter())
  }

  function comeBack() {
    if (isOver()) return
    store.patch({ phase: 'reconnecting', tracks: new Map(), speaking: [] })
    disconnect()
    cancelRetry = clock.after(300 * random(), () => void enter())
  }

  async function renew(made: Connection | undefined) {
    try {
      const { token } = await ask()
      await made?.link.request('renew', { token })
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome && connection === made) finish(outcome)
    }
  }

  function setRecording(isRecording: boolean) {
    if (store.get().isRecording === isRecording) return
    store.patch({ isRecording })
    tell({ kind: 'recordingChanged', isRecording })
  }

  function setPeople(people: readonly MeetPerson[]) {
    store.patch({ people: inOrder(people) })
    connection?.streams?.changed()
  }

  function onNotification(notification: MeetNotification) {
    const { people, ownId, spoke } = store.get()
    switch (notification.method) {
      case 'personChanged': {
        const { person } = notification.data
        const before = people.find(({ id }) => id === person.id)
        setPeople([...people.filter(({ id }) => id !== person.id), person])
        if (person.id === ownId) {
          if (before && before.isHost !== person.isHost) tell({ kind: person.isHost ? 'gotPowers' : 'lostPowers' })
          break
        }
        if (!before) tell({ kind: 'came', person })
        if (person.handRaisedAtMs !== null && (before?.handRaisedAtMs ?? null) === null) tell({ kind: 'raisedHand', person })
        break
      }
      case 'personLeft': {
        const person = people.find(({ id }) => id === notification.data.personId)
        setPeople(people.filter((other) => other !== person))
        if (person) tell({ kind: 'left', person })
        break
      }
      case 'activeSpeakers': {
        const speaking = notification.data.personIds
        store.patch({ speaking, spoke: rememberSpeakers(spoke, speaking) })
        break
      }
      case 'reacted':
        tell({ kind: 'reacted', ...notification.data })
        break
      case 'lockChanged':
        store.patch({ locked: notification.data.locked })
        tell({ kind: 'lockChanged', locked: notification.data.locked })
        break
      case 'recordingChanged':
        setRecording(notification.data.isRecording)
        break
      case 'consumerClosed':
        connection?.streams?.consumerClosed(notification.data.consumerId)
        break
      case 'mutedByHost': {
        const { source } = notification.data
        const known = outgoing.get(source)
        if (known) outgoing.set(source, { ...known, paused: true })
        connection?.streams?.pausedByHost(source)
        tell({ kind: 'mutedByHost', source })
        break
      }
      case 'removed':
        finish({ kind: 'removed' })
        break
      case 'transportsLost':
        connection?.streams?.rebuild()
        break
      case 'reconnect':
        if (notification.data.reason === 'replaced') finish({ kind: 'replaced' })
        else comeBack()
        break
      case 'renewalDue':
        void renew(connection)
        break
      case 'meetClosed':
        finish({ kind: 'ended', reason: notification.data.reason })
        break
      default:
        notification satisfies never
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start: () => void enter(),
    close: disconnect,
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send(source, wanted) {
      if (wanted) outgoing.set(source, wanted)
      else outgoing.delete(source)
      connection?.streams?.changed()
    },
    show(wanted) {
      pictures = wanted
      connection?.streams?.changed()
    },
    async ask(method, data) {
      const link = connection?.link
      if (!link) throw new DomainError('UNAVAILABLE', { detail: `${method}: not connected` })
      await link.request(method, data)
    },
  }
}

const inOrder = (people: readonly MeetPerson[]) => people.toSorted((a, b) => a.joinedAtMs - b.joinedAtMs || (a.id < b.id ? -1 : 1))
