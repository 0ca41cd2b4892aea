import { ApiError } from '@e-events/shared/contract/client.ts'
import type { Broadcast, BroadcastGrant } from '@e-events/shared/contract/broadcasts.ts'
import type { SessionId } from '@e-events/shared/domain/ids.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import { idleAir, ifSoon, isAiring, retryDelayMs, type AirEvent, type AirState, type LossCause } from './air-state.ts'
import type { BroadcastApi } from './api.ts'
import type { Clock } from './clock.ts'
import type { FeedOutput } from './desk.ts'
import { noHealth } from './health.ts'
import type { OpenLink, SignalLink } from './link.ts'
import type { Publisher, PublisherDeps } from './publisher.ts'
import { isSessionLoss, saysOver, toRefusal } from './refusals.ts'
import { startSampling } from './sampler.ts'
import { createStore } from './store.ts'

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
  clock: Clock
  random(): number
  /** The machine's network came back. */
  onOnline(listener: () => void): () => void
  /** Remembers which feeds of this desk are on air, for a window that comes back after a crash; null when nothing is. */
  remember(airedKeys: readonly string[] | null): void
}

/** After a transport says 'disconnected' it often heals by itself; then ICE gets a restart, then everything is made anew. */
export const patienceMs = { disconnected: 2_500, iceRestart: 8_000 }

export type Air = ReturnType<typeof createAir>

/** The connection of one show: goes live, keeps it alive whatever breaks, ends it. No React, no timers of its own, no network of its own. */
export function createAir({ api, desk, openLink, createPublisher, clock, random, onOnline, remember }: AirDeps) {
  const store = createStore<AirState>(idleAir)
  /** Every connection has a number; whatever an older one still says is not heard. */
  let run = 0
  let link: SignalLink | undefined
  let publisher: Publisher | undefined
  let aired = new Set<string>()
  let cancelRetry = () => {}
  let cancelPatience = () => {}
  let stopSampling = () => {}
  let entries = 0
  let closed = false

  const get = store.get
  const phase = () => get().phase
  const outputs = () => desk.outputs().filter((output) => aired.has(output.key))

  function note(event: AirEvent) {
    entries += 1
    store.patch({ log: [...get().log, { id: entries, atMs: clock.nowMs(), event }].slice(-200) })
  }

  function drop() {
    run += 1
    cancelRetry()
    cancelPatience()
    stopSampling()
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
    const joined = await opened.request('join', {})
    if (!current()) return undefined
    const made = createPublisher({
      signal: opened,
      iceServers: grant.grant.iceServers,
      announce: api.announce,
      onTransport: (state) => current() && watchTransport(state, own),
      onFeed: (key, result) => current() && noteFeed(key, result),
    })
    publisher = made
    await made.start(joined.routerRtpCapabilities)
    await made.sync(outputs())
    if (!current()) return undefined
    store.patch({ idleClosesAtMs: ifSoon(joined.idleClosesAtMs, clock.nowMs()) })
    beOnAir()
    sample(own)
    return undefined
  }

  function beOnAir() {
    // While the stop is asked for, nothing brings the show back.
    if (phase() === 'ending' || phase() === 'ended') return
    const { reconnection } = get()
    const first = reconnection === null
    store.patch({ phase: 'on_air', reconnection: null, refusal: null })
    remember([...aired])
    note(first ? { type: 'on_air' } : { type: 'resumed', awayMs: clock.nowMs() - reconnection.sinceMs })
  }

  /** Media or signalling is gone while the show runs: say so at once, and go back in. */
  function lose(cause: LossCause) {
    if (closed || phase() === 'ending' || !isAiring(phase())) return
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
    store.patch({ phase: 'ended', reconnection: null, idleClosesAtMs: null, health: noHealth, feeds: {} })
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
        if (data.reason === 'replaced') yieldTo()
        else lose('node')
        break
      case 'broadcastClosed':
        void closedByServer(own)
        break
      default:
        // What concerns viewers, transcoders and other peers.
        break
    }
  }

  /** Another window of the organizer is the studio now. Fighting for it would tear the show apart; taking it back is a button. */
  function yieldTo() {
    drop()
    remember(null)
    store.patch({ phase: 'idle', taken: true, reconnection: null, idleClosesAtMs: null, health: noHealth, feeds: {} })
    note({ type: 'taken' })
  }

  async function rebuild(own: number) {
    note({ type: 'lost', cause: 'node' })
    store.patch({ phase: 'reconnecting', reconnection: { cause: 'node', attempt: 0, sinceMs: clock.nowMs(), retryAtMs: null } })
    cancelPatience()
    try {
      await publisher?.rebuild(outputs())
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

  function watchTransport(state: string, own: number) {
    if (state === 'connected') {
      cancelPatience()
      if (phase() === 'reconnecting' && get().reconnection?.cause === 'media') beOnAir()
    } else if (state === 'disconnected' || state === 'failed') {
      cancelPatience()
      const waitMs = state === 'failed' ? 0 : patienceMs.disconnected
      cancelPatience = clock.after(waitMs, () => void restartIce(own))
    }
  }

  async function restartIce(own: number) {
    if (own !== run || !isAiring(phase())) return
    if (phase() === 'on_air') {
      note({ type: 'lost', cause: 'media' })
      store.patch({ phase: 'reconnecting', reconnection: { cause: 'media', attempt: 0, sinceMs: clock.nowMs(), retryAtMs: null } })
    }
    cancelPatience = clock.after(patienceMs.iceRestart, () => own === run && lose('media'))
    try {
      await publisher?.restartIce()
    } catch {
      if (own === run) lose('media')
    }
  }

  function noteFeed(key: string, result: { feedId: Extract<AirState['feeds'][string], { state: 'live' }>['feedId'] } | { error: unknown }) {
    const before = get().feeds[key]
    if ('feedId' in result) {
      store.patch({ feeds: { ...get().feeds, [key]: { state: 'live', feedId: result.feedId } } })
      if (before?.state !== 'live') note({ type: 'feed_live', key })
      return
    }
    const code = toRefusal(result.error).code
    store.patch({ feeds: { ...get().feeds, [key]: { state: 'failed', code } } })
    note({ type: 'feed_failed', key, code })
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
    if (phase() !== 'on_air' || !publisher) return
    const own = run
    for (const key of aired) if (!desk.outputs().some((output) => output.key === key) && get().feeds[key]) forget(key)
    publisher.sync(outputs()).catch(() => own === run && lose('network'))
  }

  function forget(key: string) {
    const { [key]: _gone, ...feeds } = get().feeds
    store.patch({ feeds })
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
      aired = new Set(desk.outputs().map((output) => output.key))
      store.set({ ...idleAir, phase: 'starting' })
      let grant: BroadcastGrant
      try {
        grant = await api.start(options)
      } catch (error) {
        store.patch({ phase: 'idle', refusal: toRefusal(error) })
        return
      }
      remember([...aired])
      try {
        await attach(grant)
      } catch (error) {
        if (closed || (await isOver(error))) return
        // The broadcast exists from now on: a failing connection is a break like any other.
        store.patch({ phase: 'reconnecting', reconnection: { cause: 'network', attempt: 0, sinceMs: clock.nowMs(), retryAtMs: null } })
        scheduleRetry(error)
      }
    },
    /** Back into the running broadcast: after a reload, a crash, or from another machine. */
    resume(airedKeys: readonly string[] | null) {
      if (isAiring(phase()) || phase() === 'starting') return
      aired = new Set(airedKeys ?? desk.outputs().map((output) => output.key))
      store.set({
        ...idleAir,
        phase: 'reconnecting',
        reconnection: { cause: 'network', attempt: 0, sinceMs: clock.nowMs(), retryAtMs: null },
      })
      void rejoin()
    },
    /** A source that was added during the show goes on air. */
    putOnAir(key: string) {
      aired.add(key)
      remember([...aired])
      store.patch({ feeds: { ...get().feeds, [key]: { state: 'publishing' } } })
      syncSoon()
    },
    /** Tries now, whatever the back-off says. */
    retryNow() {
      if (phase() === 'reconnecting') void rejoin()
    },
    isAired: (key: string) => aired.has(key),
    /** The organizer is there: the idle clock starts anew. */
    async keepAlive(): Promise<void> {
      const reply = await link?.request('activity', {}).catch(() => null)
      if (reply) store.patch({ idleClosesAtMs: ifSoon(reply.idleClosesAtMs, clock.nowMs()) })
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
