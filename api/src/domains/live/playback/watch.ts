import type { Actor } from '../../../http/actor.ts'
import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { MediaAddresses } from '../../../adapters/media-addresses.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { accessEndsAt, assertMayWatch, findProductAccess, needsLease, type ProductAccess } from '../../catalogue/read/product-access.ts'
import type { MediaGrants } from '../placement/grants.ts'
import type { LeasedPlayer } from '../../../realtime/leased-player.ts'
import type { Leases } from '../viewers/leases.ts'
import { stateOf, toPlayback } from './presenter.ts'
import { claimLease, withoutRecording } from './leased-answer.ts'
import { getWatchRow, type WatchRow } from './repository.ts'

export interface Viewer extends Actor {
  /** The device that watches: what it is given ends with its log-out. */
  sessionId: string
}

/** The wishes of one player. */
export interface Wanted {
  lease?: string | undefined
  /** Plays what was recorded of a show that is over. */
  recording?: boolean
}

export type Watch = ReturnType<typeof createWatch>

/** Answers playback for one account: access, the state of the show, and signed addresses where something plays. */
export function createWatch(deps: {
  knex: Knex
  grants: MediaGrants
  addresses: MediaAddresses
  leases: Leases
  countViewers(productSlug: string): Promise<number>
  /** A show of up to this many viewers is watched below a second without being asked for. */
  lowLatencyViewers: number
  supportEmail: string
  clock: Clock
  log: Log
}) {
  const { knex, clock } = deps
  return {
    /** @throws DomainError NOT_FOUND, TICKET_REQUIRED, NOT_PURCHASABLE, SUBSCRIPTION_REQUIRED, PLAYING_ELSEWHERE */
    async getPlayback(slug: string, viewer: Viewer, language: Language, wanted: Wanted = {}): Promise<Playback> {
      const now = clock.now()
      const access = await findProductAccess(knex, slug, viewer.id)
      if (!access) throw new DomainError('NOT_FOUND')
      await assertMayWatchNow(access, viewer, now)
      return play({ productId: access.id, slug, access, tokenProductId: access.id }, viewer, language, wanted)
    },

    /**
     * Plays a product inside a course, by the access to the course; whoever asks has decided that it is open. Its
     * addresses end with that access. Without `access` it is open to every account, needs no lease, and its addresses
     * bear the course.
     * @throws DomainError PLAYING_ELSEWHERE
     */
    playThrough(
      { productId, access, courseId }: { productId: string; access: ProductAccess | null; courseId: string },
      viewer: Viewer,
      language: Language,
      lease: string | undefined,
    ): Promise<Playback> {
      return play({ productId, access, tokenProductId: access?.id ?? courseId }, viewer, language, { lease, recording: true })
    },

    /**
     * Plays here from now on; the browser asks for addresses after it.
     * @throws DomainError NOT_FOUND, TICKET_REQUIRED, NOT_PURCHASABLE, SUBSCRIPTION_REQUIRED
     */
    async takeOver(slug: string, viewer: Viewer, leaseId: string): Promise<void> {
      const access = await findProductAccess(knex, slug, viewer.id)
      if (!access) throw new DomainError('NOT_FOUND')
      await assertMayWatchNow(access, viewer, clock.now())
      if (needsLease(access, viewer)) await deps.leases.takeOver(playerOf(access, viewer, leaseId))
    },
  }

  async function play(
    shown: { productId: string; slug?: string; access: ProductAccess | null; tokenProductId: string },
    viewer: Viewer,
    language: Language,
    wanted: Wanted,
  ): Promise<Playback> {
    const { access } = shown
    const nowMs = clock.nowMs()
    const row = await getWatchRow(knex, shown.productId, { language, now: new Date(nowMs), viewerId: viewer.id })
    const tokenExpiresAtMs = access ? tokenEnd(access, nowMs) : nowMs + limits.playbackTokenMs
    const leaseId = access && needsLease(access, viewer) ? (wanted.lease ?? viewer.sessionId) : null
    const viewers = isSeenNow(row, nowMs) ? Math.max(row.viewer_count ?? 0, await countViewers(shown.slug ?? row.slug)) : 0
    const lowLatency = access && stateOf(row, nowMs) === 'on_air' ? await lowLatencyGrant(row, access, { ...viewer, leaseId }) : null
    const answer = toPlayback(row, {
      nowMs,
      tokenExpiresAtMs,
      leaseId,
      signPrefix: (prefix) =>
        deps.addresses.sign({
          userId: viewer.id,
          productId: shown.tokenProductId,
          prefix,
          expiresAtMs: tokenExpiresAtMs,
          sessionId: viewer.sessionId,
          leaseId: leaseId ?? undefined,
        }),
      lowLatency: lowLatency?.grant ?? null,
      isLowLatencyFirst: lowLatency !== null && lowLatency.isNodeFree && viewers < deps.lowLatencyViewers,
      supportEmail: deps.supportEmail,
      viewers,
    })
    return claimLease(wanted.recording === true ? answer : withoutRecording(answer), async (lease) => {
      if (access) await deps.leases.start(playerOf(access, viewer, lease), row.playbacks_per_ticket)
    })
  }

  /** Without a ticket for what is over nobody is told to get one. */
  async function assertMayWatchNow(access: ProductAccess, viewer: Viewer, now: Date): Promise<void> {
    try {
      assertMayWatch(access, viewer, now)
    } catch (error) {
      const wantsTicket = error instanceof DomainError && error.code === 'TICKET_REQUIRED'
      throw wantsTicket && (await isEventClosed(knex, access.id, now)) ? new DomainError('NOT_PURCHASABLE') : error
    }
  }

  /** HLS plays without it: a missing node or Redis is no reason to refuse. */
  async function lowLatencyGrant(
    row: WatchRow,
    access: ProductAccess,
    viewer: Viewer & { leaseId: string | null },
  ): Promise<{ grant: MediaGrant; isNodeFree: boolean } | null> {
    const { broadcast } = row
    if (!broadcast?.low_latency) return null
    try {
      const node = await deps.grants.placeViewer(broadcast.id)
      if (!node) return null
      const { id: userId, sessionId, leaseId } = viewer
      const grant = await deps.grants.grant(
        node,
        { userId, sessionId, leaseId: leaseId ?? undefined, role: 'viewer', broadcastId: broadcast.id, productId: access.id },
        accessEnd(access, clock.nowMs()),
      )
      return { grant, isNodeFree: deps.grants.isFree(node) }
    } catch (error) {
      deps.log.warn({ err: error }, 'no low-latency grant')
      return null
    }
  }

  async function countViewers(slug: string): Promise<number> {
    return deps.countViewers(slug).catch(() => 0)
  }
}

function playerOf(access: ProductAccess, viewer: Viewer, leaseId: string): LeasedPlayer {
  return { userId: viewer.id, productId: access.id, productSlug: access.slug, sessionId: viewer.sessionId, leaseId }
}

/** A broadcast runs, or a deferred live is on air. */
function isSeenNow(row: WatchRow, nowMs: number): boolean {
  return row.broadcast && row.broadcast.state !== 'ended' ? true : stateOf(row, nowMs) === 'on_air'
}

/** Half an hour, or until the ticket or subscription behind it ends. */
function tokenEnd(access: ProductAccess, nowMs: number): number {
  return Math.min(nowMs + limits.playbackTokenMs, accessEnd(access, nowMs))
}

/** When the ticket or subscription ends that the access rests on: never for its organizer and administrators. */
function accessEnd(access: ProductAccess, nowMs: number): number {
  return accessEndsAt(access, new Date(nowMs))?.getTime() ?? Number.POSITIVE_INFINITY
}
