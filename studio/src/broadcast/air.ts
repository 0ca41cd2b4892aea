import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Broadcast, BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { FeedId, SessionId } from '@e-events/shared/domain/ids.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { SeatClaim } from '@e-events/shared/signaling/requests.ts'
import { createAirFeeds } from './air-feeds.ts'
import { idleAir, ifSoon, isAiring, retryDelayMs, type AirEvent, type AirState, type LossCause } from './air-state.ts'
import type { BroadcastApi } from './api.ts'
import type { Clock } from '@e-events/shared/client/clock.ts'
import type { FeedOutput } from '@e-events/shared/rtc/publisher.ts'
import { noHealth } from './health.ts'
import type { OpenLink } from '@e-events/shared/rtc/open-link.ts'
import type { SignalLink } from '@e-events/shared/signaling/link.ts'
import { createPatience } from '@e-events/shared/rtc/patience.ts'
import type { Publisher, PublisherDeps } from '@e-events/shared/rtc/publisher.ts'
import { isSessionLoss, saysOver, toRefusal } from './refusals.ts'
import { startSampling } from './sampler.ts'
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
  /** Remembers which feeds of this desk are on air, for a window that comes back after a crash; null when nothing is. */
  remember(airedKeys: readonly string[] | null): void
}

export type Air = ReturnType<typeof createAir>

/** The connection of one show: goes live, keeps it alive whatever breaks, ends it. No React, no timers of its own, no network of its own. */
export function createAir({ api, desk, openLink, createPublisher, clock, serverNowMs, deviceId, random, onOnline, remember }: AirDeps) {
  const store = createStore<AirState>(idleAir)
  /** Every connection has a number; whatever an older one still says is not heard. */
  let run = 0
  let link: SignalLink | undefined
  let publisher: Publisher | undefined
  let cancelRetry = () => {}
  let stale = false
  let stopSampling = () => {}
  let entries = 0
  let closed = false

  const get = store.get
  const phase = () => get().phase
  const outputs = () => desk.outputs().filter((output) => feeds.has(output.key))

  function note(event: AirEvent) {
    entries += 1
    store.patch({ log: [...get().log, { id: entries, atMs: serverNowMs(), event }].slice(-200) })
  }

  const patience = createPatience({
    clock,
    onHealed() {
      if (phase() === 'reconnecting' && get().reconnection?.cause === 'media') beOnAir()
    },
    onTrouble() {
      if (phase() !== 'on_air') return
      note({ type: 'lost', cause: 'media' })
      store.patch({ phase: 'reconnecting', reconnection: { cause: 'media', attempt: 0, sinceMs: clock.nowMs(), retryAtMs: null } })
    },
    restartIce: async () => publisher?.restartIce(),
    onGone: () => lose('media'),
  })
  const feeds = createAirFeeds({ get, patch: store.patch, note, nowMs: serverNowMs, clock, random, remember, onRetry: syncSoon })

  function drop() {
    run += 1
    cancelRetry()
    patience.stop()
    stopSampling()
    feeds.reset()
    publisher?.close()
    link?.close()
    publisher = undefined
    link = undefined
  }

  function know(broadcast: Broadcast) {
    store.patch({ broadcast, viewers: broadcast.viewers, peakViewers: Math.max(get().peakViewers, broadcast.peakViewers) })
  }

  /** Makes one connection and publishes on it. @throws whatever broke; the caller decides what follows */
  async function attach(grant: BroadcastGrant) {
    drop()
    const own = run
    const current = () => own === run && !closed
    know(grant.broadcast)
    const opened = await openLink(grant.grant)
    if (!current()) return opened.close()
    link = opened
    opened.onNotification((notification) => current() && hear(notification, own))
    opened.onLost(() => current() && lose('network'))
    const joined = await opened.request('join', { studio: deviceId })
    if (!current()) return undefined
    const made = createPublisher({
      signal: opened,
      iceServers: grant.grant.iceServers,
      announce: api.announce,
      claimOf: feeds.claimOf,
      onTransport: (state) => current() && patience.watch(state, () => current() && isAiring(phase())),
      onFeed: (key, result) => current() && feeds.published(key, result),
    })
    publisher = made
    await made.start(joined.routerRtpCapabilities)
    await made.sync(outputs())
    if (!current()) return undefined
    // Other devices have taken every seat meanwhile: nobody fights for them.
    if (feeds.keys().length === 0 && feeds.isElsewhere()) return yieldTo('device')
    store.patch({ idleClosesAtMs: ifSoon(joined.idleClosesAtMs, serverNowMs()) })
    sample(own)
    await feeds.firstMedia()
    if (current()) beOnAir()
    return undefined
  }

  function beOnAir() {
    // While the stop is asked for, nothing brings the show back.
    if (phase() === 'ending' || phase() === 'ended') return
    const { reconnection } = get()
    const first = reconnection === null
    store.patch({ phase: 'on_air', reconnection: null, refusal: null })
    remember(feeds.keys())
    note(first ? { type: 'on_air' } : { type: 'resumed', awayMs: clock.nowMs() - reconnection.sinceMs })
    if (stale) syncSoon()
  }

  /** Media or signalling is gone while the show runs: say so at once, and go back in. */
  function lose(cause: LossCause) {
    if (closed || phase() === 'ending' || (!isAiring(phase()) && !feeds.isWaiting())) return
    const sinceMs = get().reconnection?.sinceMs ?? clock.nowMs()
    if (phase() !== 'reconnecting') note({ type: 'lost', cause })
    drop()
    store.patch({ phase: 'reconnecting', health: noHealth, reconnection: { cause, attempt: 0, sinceMs, retryAtMs: null } })
    void rejoin()
  }

  async function rejoin() {
    const { reconnection } = get()
    if (closed || phase() !== 'reconnecting' || !reconnection) return
    cancelRetry()
    store.patch({ reconnection: { ...reconnection, retryAtMs: null } })
    drop()
    const own = run
    try {
      const grant = await api.connect()
      if (own !== run || closed) return
      await attach(grant)
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
    const attempt = reconnection.attempt + 1
    const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
    const delayMs = Math.max(askedMs, retryDelayMs(attempt, random()))
    const cause = isSessionLoss(error) ? 'session' : reconnection.cause
    store.patch({ reconnection: { ...reconnection, attempt, cause, retryAtMs: clock.nowMs() + delayMs } })
    cancelRetry = clock.after(delayMs, () => void rejoin())
  }

  /** The server may have ended the show meanwhile (idle, another window, an administrator): then there is nothing to go back to. */
  async function isOver(cause: unknown): Promise<boolean> {
    if (!saysOver(cause)) return false
    const broadcast = await api.get().catch(() => null)
    if (broadcast?.state !== 'ended') return false
    finish(broadcast)
    return true
  }

  function finish(broadcast: Broadcast) {
    if (phase() === 'ended') return
    drop()
    remember(null)
    know(broadcast)
    store.patch({ phase: 'ended', reconnection: null, idleClosesAtMs: null, silentSinceMs: null, health: noHealth, feeds: {} })
    note({ type: 'ended', reason: broadcast.endReason ?? 'organizer' })
  }

  function hear({ method, data }: Notification, own: number) {
    switch (method) {
      case 'audience': {
        const { audience, peakViewers } = get()
        const point = { atMs: clock.nowMs(), viewers: data.viewers }
        store.patch({
          viewers: data.viewers,
          peakViewers: Math.max(peakViewers, data.viewers),
          audience: [...audience, point].slice(-600),
        })
        break
      }
      case 'idleWarning':
        store.patch({ idleClosesAtMs: data.closesAtMs })
        note({ type: 'idle_warning' })
        break
      case 'idleCleared':
        store.patch({ idleClosesAtMs: null })
        break
      case 'transportsLost':
        void rebuild(own)
        break
      case 'reconnect':
        if (data.reason === 'replaced') yieldTo('window')
        else lose('node')
        break
      case 'renewalDue':
        void renew(own)
        break
      case 'feedMedia':
        feeds.media(data.feedId, data.arrives)
        break
      case 'feedTaken':
        loseSeat(data.feedId)
        break
      case 'broadcastClosed':
        void closedByServer(own)
        break
      default: // Notices for viewers, transcoders and other peers.
    }
  }

  /** The show goes on from elsewhere. Fighting for it would tear it apart; taking it back is a button. */
  function yieldTo(taken: 'window' | 'device') {
    const left = taken === 'device' ? get().feeds : {}
    drop()
    remember(null)
    store.patch({ phase: 'idle', taken, reconnection: null, idleClosesAtMs: null, silentSinceMs: null, health: noHealth, feeds: left })
    if (taken === 'window') note({ type: 'taken' })
  }

  /** One feed goes on from another device; the others stay here. */
  function loseSeat(feedId: FeedId) {
    const key = feeds.taken(feedId)
    if (key === null) return
    publisher?.release(key)
    if (feeds.keys().length === 0) yieldTo('device')
  }

  /** Without a fresh grant the node asks again; the end of the old one is a break like any other. */
  async function renew(own: number) {
    const fresh = await api.connect().catch(() => null)
    if (fresh && own === run && !closed) await link?.request('renew', { token: fresh.grant.token }).catch(() => null)
  }

  async function rebuild(own: number) {
    note({ type: 'lost', cause: 'node' })
    store.patch({ phase: 'reconnecting', reconnection: { cause: 'node', attempt: 0, sinceMs: clock.nowMs(), retryAtMs: null } })
    patience.stop()
    try {
      feeds.reset()
      await publisher?.rebuild(outputs())
      if (own === run) await feeds.firstMedia()
      if (own === run) beOnAir()
    } catch {
      if (own === run) lose('node')
    }
  }

  async function closedByServer(own: number) {
    const broadcast = await api.get().catch(() => null)
    if (own !== run || closed || phase() === 'ended') return
    if (broadcast?.state === 'ended') finish(broadcast)
    // The api may hear of it a moment later than we do.
    else lose('node')
  }

  function sample(own: number) {
    stopSampling = startSampling({
      clock,
      stats: () => publisher?.stats() ?? Promise.resolve([]),
      sfuStats: async () => (await link?.request('stats', {}).catch(() => null)) ?? null,
      outputs: desk.outputs,
      last: () => get().health,
      onHealth: (health) => own === run && store.patch({ health }),
    })
  }

  function syncSoon() {
    stale = phase() !== 'on_air' || !publisher
    if (stale || !publisher) return
    const own = run
    for (const key of feeds.keys()) if (!desk.outputs().some((output) => output.key === key) && get().feeds[key]) feeds.forget(key)
    publisher.sync(outputs()).then(
      () => own === run && feeds.keys().length === 0 && feeds.isElsewhere() && yieldTo('device'),
      () => own === run && lose('network'),
    )
  }

  function resumeAired() {
    const reconnection = { cause: 'network', attempt: 0, sinceMs: clock.nowMs(), retryAtMs: null } as const
    store.set({ ...idleAir, phase: 'reconnecting', reconnection })
    void rejoin()
  }

  const stopDesk = desk.subscribe(syncSoon)
  const stopOnline = onOnline(() => {
    if (phase() === 'reconnecting' && get().reconnection?.retryAtMs !== null) void rejoin()
  })

  return {
    get,
    subscribe: store.subscribe,
    /** One deliberate action: everything that the desk shows goes on air. Refusals end in `refusal`. */
    async goLive(options: { sessionId?: SessionId; recording: boolean }): Promise<void> {
      if (phase() !== 'idle' && phase() !== 'ended') return
      feeds.begin(desk.outputs().map((output) => output.key))
      store.set({ ...idleAir, phase: 'starting' })
      let grant: BroadcastGrant
      try {
        grant = await api.start(options)
      } catch (error) {
        store.patch({ phase: 'idle', refusal: toRefusal(error) })
        return
      }
      remember(feeds.keys())
      try {
        await attach(grant)
      } catch (error) {
        if (closed || phase() !== 'starting' || (await isOver(error))) return
        // The broadcast exists from now on: a failing connection is a break like any other.
        store.patch({ phase: 'reconnecting', reconnection: { cause: 'network', attempt: 0, sinceMs: clock.nowMs(), retryAtMs: null } })
        scheduleRetry(error)
      }
    },
    /** Back into the running broadcast with these sources: after a reload, a crash, or from another device. Nothing is nothing to send. */
    resume(airedKeys: readonly string[]) {
      if (isAiring(phase()) || phase() === 'starting' || airedKeys.length === 0) return
      feeds.begin(airedKeys)
      resumeAired()
    },
    /** Sends these sources in the running show, each in its seat (`desk.sit`) as far as its claim goes. */
    enter(entries: readonly { key: string; claim: SeatClaim }[]) {
      if (phase() === 'starting' || phase() === 'ending' || entries.length === 0) return
      store.patch({ contested: null })
      const away = !isAiring(phase())
      if (away) feeds.begin(entries.map((entry) => entry.key))
      for (const { key, claim } of entries) feeds.claim(key, claim)
      if (away) return resumeAired()
      for (const { key } of entries) feeds.add(key)
      syncSoon()
    },
    /** A source that was added during the show goes on air. */
    putOnAir(key: string) {
      feeds.add(key)
      syncSoon()
    },
    /** Tries now, whatever the back-off says. */
    retryNow() {
      if (phase() === 'reconnecting') void rejoin()
    },
    isAired: (key: string) => feeds.has(key),
    /** The organizer leaves the seat to the other device. */
    dismissContest: () => store.patch({ contested: null }),
    /** The organizer is there: the idle clock starts anew. */
    async keepAlive(): Promise<void> {
      const reply = await link?.request('activity', {}).catch(() => null)
      if (reply) store.patch({ idleClosesAtMs: ifSoon(reply.idleClosesAtMs, serverNowMs()) })
    },
    async end(): Promise<void> {
      if (!isAiring(phase()) || phase() === 'ending') return
      const before = { phase: phase(), reconnection: get().reconnection }
      store.patch({ phase: 'ending', refusal: null })
      try {
        finish(await api.stop())
      } catch (error) {
        if (await isOver(error)) return
        store.patch({ ...before, refusal: toRefusal(error) })
        if (before.phase === 'reconnecting') void rejoin()
      }
    },
    dismissRefusal: () => store.patch({ refusal: null }),
    close() {
      closed = true
      stopDesk()
      stopOnline()
      drop()
    },
  }
}
