import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Clock } from '@e-events/shared/client/clock.ts'
import type { OpenLink } from '@e-events/shared/rtc/open-link.ts'
import { createPatience } from '@e-events/shared/rtc/patience.ts'
import type { FeedOutput, Publisher, PublisherDeps } from '@e-events/shared/rtc/publisher.ts'
import type { SignalLink } from '@e-events/shared/signaling/link.ts'
import type { Notification } from '@e-events/shared/signaling/notifications.ts'
import type { RequestReply } from '@e-events/shared/signaling/requests.ts'
import type { LossCause } from './air-state.ts'
import type { HealthState } from './health.ts'
import { startSampling } from './sampler.ts'

export interface ConnectionDeps extends Pick<PublisherDeps, 'announce' | 'claimOf' | 'onFeed'> {
  openLink: OpenLink
  createPublisher(deps: Omit<PublisherDeps, 'rtc'>): Publisher
  clock: Clock
  /** The name of this device towards the media server. */
  deviceId: string
  /** Whether a transport without packets matters: the show is on air or on its way back. */
  isAiring(): boolean
  /** The feeds that should be published now. */
  aired(): FeedOutput[]
  /** Everything that the desk could send, for the frame rates that health is measured against. */
  outputs(): FeedOutput[]
  onNotification(notification: Notification): void
  /** network: the signalling broke. media: packets do not get through, and a restart of ICE did not help. */
  onLost(cause: LossCause): void
  onMediaInterrupted(): void
  onMediaRestored(): void
  lastHealth(): HealthState
  onHealth(health: HealthState): void
}

export type Connection = ReturnType<typeof createConnection>

/** The signalling connection of a show and its publisher, one at a time; events of an older one are ignored. */
export function createConnection(deps: ConnectionDeps) {
  const { clock, openLink, createPublisher } = deps
  /** The number of the connection in use. */
  let run = 0
  let link: SignalLink | undefined
  let publisher: Publisher | undefined
  let stopSampling = () => {}
  let closed = false

  const patience = createPatience({
    clock,
    onHealed: deps.onMediaRestored,
    onTrouble: deps.onMediaInterrupted,
    restartIce: async () => publisher?.restartIce(),
    onGone: () => deps.onLost('media'),
  })

  /** Returns a check whether the connection of this moment is still the one in use. */
  function hold(): () => boolean {
    const own = run
    return () => own === run && !closed
  }

  function drop() {
    run += 1
    patience.stop()
    stopSampling()
    publisher?.close()
    link?.close()
    publisher = undefined
    link = undefined
  }

  return {
    hold,
    drop,
    isOpen: () => publisher !== undefined,
    /** Connects, joins and publishes. Resolves to undefined when it was dropped meanwhile. @throws whatever broke */
    async open(grant: MediaGrant): Promise<RequestReply<'join'> | undefined> {
      const isCurrent = hold()
      const opened = await openLink(grant)
      if (!isCurrent()) {
        opened.close()
        return undefined
      }
      link = opened
      opened.onNotification((notification) => isCurrent() && deps.onNotification(notification))
      opened.onLost(() => isCurrent() && deps.onLost('network'))
      const joined = await opened.request('join', { studio: deps.deviceId })
      if (!isCurrent()) return undefined
      const made = createPublisher({
        signal: opened,
        iceServers: grant.iceServers,
        announce: deps.announce,
        claimOf: deps.claimOf,
        onTransport: (state) => isCurrent() && patience.watch(state, () => isCurrent() && deps.isAiring()),
        onFeed: (key, result) => isCurrent() && deps.onFeed(key, result),
      })
      publisher = made
      await made.start(joined.routerRtpCapabilities)
      await made.sync(deps.aired())
      return isCurrent() ? joined : undefined
    },
    /** Measures the health of what is sent until the connection is dropped. */
    sample() {
      const isCurrent = hold()
      stopSampling = startSampling({
        clock,
        stats: () => publisher?.stats() ?? Promise.resolve([]),
        sfuStats: async () => (await link?.request('stats', {}).catch(() => null)) ?? null,
        outputs: deps.outputs,
        last: deps.lastHealth,
        onHealth: (health) => isCurrent() && deps.onHealth(health),
      })
    },
    sync: async () => publisher?.sync(deps.aired()),
    /** Publishes everything anew on this connection: the sfu lost its transports. */
    async rebuild(): Promise<void> {
      await publisher?.rebuild(deps.aired())
    },
    stopPatience: () => patience.stop(),
    release: (key: string) => publisher?.release(key),
    async renew(token: string): Promise<void> {
      await link?.request('renew', { token }).catch(() => null)
    },
    activity: async () => (await link?.request('activity', {}).catch(() => null)) ?? null,
    close() {
      closed = true
      drop()
    },
  }
}
