import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Broadcast, BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { SeatClaim } from '@e-events/shared/signaling/requests.ts'
import { createAirFeeds } from './air-feeds.ts'
import { createConnection } from './air-connection.ts'
import { reduceAir, type AirAction } from './air-reducer.ts'
import { idleAir, isAiring, retryDelayMs, type AirState, type LossCause } from './air-state.ts'
import type { BroadcastApi, StartOptions } from './api.ts'
import type { Clock } from '@e-events/shared/client/clock.ts'
import type { FeedOutput } from '@e-events/shared/rtc/publisher.ts'
import type { OpenLink } from '@e-events/shared/rtc/open-link.ts'
import type { Publisher, PublisherDeps } from '@e-events/shared/rtc/publisher.ts'
import { isSessionLoss, saysOver, toRefusal } from './refusals.ts'
import { createStore } from '@e-events/shared/client/store.ts'

/** The part of the desk that goes on air. */
export interface OutputSource {
  outputs(): FeedOutput[]
  subscribe(listener: () => void): () => void
}

export interface AirDeps {
  api: BroadcastApi
  desk: OutputSource
  openLink: OpenLink
  createPublisher(deps: Omit<PublisherDeps, 'rtc'>): Publisher
  /** This machine's: for how long something takes, never for what time it is. */
  clock: Clock
  /** The platform's time, whatever this machine believes. */
  serverNowMs(): number
  /** The name of this device towards the media server. */
  deviceId: string
  random(): number
  /** The machine's network came back. */
  onOnline(listener: () => void): () => void
  /**
   * Remembers which feeds of this desk are on air, for a window that comes back after a crash; null when nothing is.
   */
  remember(airedKeys: readonly string[] | null): void
}

export type Air = ReturnType<typeof createAir>

/**
 * The show of one desk: goes live, stays on air whatever breaks, ends. Effects only; the states are in
 * `air-reducer.ts`, the wire in `air-connection.ts`.
 */
export function createAir({ api, desk, openLink, createPublisher, clock, serverNowMs, deviceId, random, onOnline, remember }: AirDeps) {
  const store = createStore<AirState>(idleAir)
  let cancelRetry = () => {}
  let isSyncDue = false
  let closed = false

  const get = store.get
  const phase = () => get().phase
  /** The broadcast that this desk is in: another one that runs meanwhile is none of its. */
  const ownId = () => get().broadcast?.id
  const dispatch = (action: AirAction) => store.set(reduceAir(get(), action, { nowMs: clock.nowMs(), serverNowMs: serverNowMs() }))

  const feeds = createAirFeeds({
    get,
    patch: store.patch,
    note: (event) => dispatch({ type: 'noted', event }),
    nowMs: serverNowMs,
    clock,
    random,
    remember,
    onRetry: syncSoon,
  })
  const connection = createConnection({
    openLink,
    createPublisher,
    clock,
    deviceId,
    announce: api.announce,
    claimOf: feeds.claimOf,
    onFeed: feeds.published,
    isAiring: () => isAiring(phase()),
    aired: () => desk.outputs().filter((output) => feeds.has(output.key)),
    outputs: desk.outputs,
    onNotification,
    onLost: lose,
    onMediaInterrupted: () => dispatch({ type: 'media_interrupted' }),
    onMediaRestored() {
      if (phase() === 'reconnecting' && get().reconnection?.cause === 'media') beOnAir()
    },
    lastHealth: () => get().health,
    onHealth: (health) => dispatch({ type: 'health_measured', health }),
  })

  function drop() {
    cancelRetry()
    connection.drop()
    feeds.reset()
  }

  /** Makes one connection and publishes on it. @throws whatever broke; the caller decides what follows */
  async function attach({ broadcast, grant }: BroadcastGrant): Promise<void> {
    drop()
    const isCurrent = connection.hold()
    dispatch({ type: 'broadcast_changed', broadcast })
    const joined = await connection.open(grant)
    if (!joined) return
    // Other devices have taken every seat meanwhile: they keep them.
    if (feeds.keys().length === 0 && feeds.isElsewhere()) return yieldTo('device')
    dispatch({ type: 'idle_close_changed', closesAtMs: joined.idleClosesAtMs })
    connection.sample()
    await feeds.firstMedia()
    if (isCurrent()) beOnAir()
  }

  function beOnAir() {
    dispatch({ type: 'on_air' })
    if (phase() !== 'on_air') return
    remember(feeds.keys())
    if (isSyncDue) syncSoon()
  }

  /** Media or signalling is gone while the show runs: say so at once, and go back in. */
  function lose(cause: LossCause) {
    if (closed || phase() === 'ending' || (!isAiring(phase()) && !feeds.isWaiting())) return
    drop()
    dispatch({ type: 'connection_lost', cause })
    void rejoin()
  }

  async function rejoin() {
    if (closed || phase() !== 'reconnecting') return
    dispatch({ type: 'attempt_begun' })
    drop()
    const isCurrent = connection.hold()
    try {
      const grant = await api.connect(ownId())
      if (isCurrent()) await attach(grant)
    } catch (error) {
      if (closed || phase() !== 'reconnecting') return
      if (await isOver(error)) return
      scheduleRetry(error)
    }
  }

  function scheduleRetry(error: unknown) {
    const { reconnection } = get()
    if (!reconnection || closed) return
    drop()
    const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
    const delayMs = Math.max(askedMs, retryDelayMs(reconnection.attempt + 1, random()))
    dispatch({ type: 'retry_scheduled', cause: isSessionLoss(error) ? 'session' : null, delayMs })
    cancelRetry = clock.after(delayMs, () => void rejoin())
  }

  /**
   * The server may have ended the show meanwhile (idle, another window, an administrator): then there is nothing to go
   * back to.
   */
  async function isOver(cause: unknown): Promise<boolean> {
    if (!saysOver(cause)) return false
    const broadcast = await api.get(ownId()).catch(() => null)
    if (broadcast?.state !== 'ended') return false
    finish(broadcast)
    return true
  }

  function finish(broadcast: Broadcast) {
    if (phase() === 'ended') return
    drop()
    remember(null)
    dispatch({ type: 'ended', broadcast })
  }

  function onNotification({ method, data }: Notification) {
    switch (method) {
      case 'audience':
        return dispatch({ type: 'audience_counted', viewers: data.viewers })
      case 'idleWarning':
        return dispatch({ type: 'idle_warned', closesAtMs: data.closesAtMs })
      case 'idleCleared':
        return dispatch({ type: 'idle_cleared' })
      case 'transportsLost':
        return void rebuild()
      case 'reconnect':
        return data.reason === 'replaced' ? yieldTo('window') : lose('node')
      case 'renewalDue':
        return void renew()
      case 'feedMedia':
        return feeds.media(data.feedId, data.arrives)
      case 'feedTaken':
        return loseSeat(data.feedId)
      case 'broadcastClosed':
        return void closedByServer()
      default: // Notices for viewers, transcoders and other peers.
    }
  }

  /** The show goes on from elsewhere. Fighting for it would tear it apart; taking it back is a button. */
  function yieldTo(to: 'window' | 'device') {
    drop()
    remember(null)
    dispatch({ type: 'yielded', to })
  }

  /** One feed goes on from another device; the others stay here. */
  function loseSeat(feedId: FeedId) {
    const key = feeds.taken(feedId)
    if (key === null) return
    connection.release(key)
    if (feeds.keys().length === 0) yieldTo('device')
  }

  /** Without a fresh grant the node asks again; the end of the old one is a break like any other. */
  async function renew() {
    const isCurrent = connection.hold()
    const fresh = await api.connect(ownId()).catch(() => null)
    if (fresh && isCurrent()) await connection.renew(fresh.grant.token)
  }

  async function rebuild() {
    const isCurrent = connection.hold()
    dispatch({ type: 'transports_lost' })
    connection.stopPatience()
    try {
      feeds.reset()
      await connection.rebuild()
      if (isCurrent()) await feeds.firstMedia()
      if (isCurrent()) beOnAir()
    } catch {
      if (isCurrent()) lose('node')
    }
  }

  async function closedByServer() {
    const isCurrent = connection.hold()
    const broadcast = await api.get(ownId()).catch(() => null)
    if (!isCurrent() || phase() === 'ended') return
    if (broadcast?.state === 'ended') finish(broadcast)
    // The api may hear of it a moment later than we do.
    else lose('node')
  }

  function syncSoon() {
    isSyncDue = phase() !== 'on_air' || !connection.isOpen()
    if (isSyncDue) return
    const isCurrent = connection.hold()
    for (const key of feeds.keys()) if (!desk.outputs().some((output) => output.key === key) && get().feeds[key]) feeds.forget(key)
    connection.sync().then(
      () => isCurrent() && feeds.keys().length === 0 && feeds.isElsewhere() && yieldTo('device'),
      () => isCurrent() && lose('network'),
    )
  }

  function goBack() {
    dispatch({ type: 'returning' })
    void rejoin()
  }

  const stopDesk = desk.subscribe(syncSoon)
  const stopOnline = onOnline(() => {
    if (phase() === 'reconnecting' && get().reconnection?.retryAtMs !== null) void rejoin()
  })

  return {
    get,
    subscribe: store.subscribe,
    /** Sends everything that the desk shows, on one deliberate action. Refusals end in `refusal`. */
    async goLive(options: StartOptions): Promise<void> {
      if (phase() !== 'idle' && phase() !== 'ended') return
      feeds.begin(desk.outputs().map((output) => output.key))
      dispatch({ type: 'starting' })
      let grant: BroadcastGrant
      try {
        grant = await api.start(options)
      } catch (error) {
        dispatch({ type: 'start_refused', refusal: toRefusal(error) })
        return
      }
      remember(feeds.keys())
      try {
        await attach(grant)
      } catch (error) {
        if (closed || phase() !== 'starting' || (await isOver(error))) return
        dispatch({ type: 'first_connection_failed' })
        scheduleRetry(error)
      }
    },
    /**
     * Goes back into the running broadcast with these sources: after a reload, a crash, or from another device. Without
     * sources it does nothing.
     */
    resume(airedKeys: readonly string[]) {
      if (isAiring(phase()) || phase() === 'starting' || airedKeys.length === 0) return
      feeds.begin(airedKeys)
      goBack()
    },
    /** Sends these sources in the running show, each in its seat (`desk.sit`) as far as its claim goes. */
    enter(entries: readonly { key: string; claim: SeatClaim }[]) {
      if (phase() === 'starting' || phase() === 'ending' || entries.length === 0) return
      dispatch({ type: 'contest_dismissed' })
      const away = !isAiring(phase())
      if (away) feeds.begin(entries.map((entry) => entry.key))
      for (const { key, claim } of entries) feeds.claim(key, claim)
      if (away) return goBack()
      for (const { key } of entries) feeds.add(key)
      syncSoon()
    },
    /** Sends a source that was added during the show. */
    putOnAir(key: string) {
      feeds.add(key)
      syncSoon()
    },
    /** Tries now, whatever the back-off says. */
    retryNow() {
      if (phase() === 'reconnecting') void rejoin()
    },
    isAired: (key: string) => feeds.has(key),
    /** Leaves the seat to the other device. */
    dismissContest: () => dispatch({ type: 'contest_dismissed' }),
    /** Restarts the idle clock: the organizer is there. */
    async keepAlive(): Promise<void> {
      const reply = await connection.activity()
      if (reply) dispatch({ type: 'idle_close_changed', closesAtMs: reply.idleClosesAtMs })
    },
    async end(): Promise<void> {
      if (!isAiring(phase()) || phase() === 'ending') return
      const before = { phase: phase(), reconnection: get().reconnection }
      dispatch({ type: 'ending' })
      try {
        finish(await api.stop(ownId()))
      } catch (error) {
        if (await isOver(error)) return
        dispatch({ type: 'stop_failed', refusal: toRefusal(error), before })
        if (before.phase === 'reconnecting') void rejoin()
      }
    },
    dismissRefusal: () => dispatch({ type: 'refusal_dismissed' }),
    close() {
      closed = true
      stopDesk()
      stopOnline()
      cancelRetry()
      connection.close()
      feeds.reset()
    },
  }
}
