import type { MediaEvent } from '@e-events/shared/events/media.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { WantedJob } from '../../adapters/media-queues.ts'
import type { Effect } from '../../events/effects.ts'
import { endBroadcast } from '../end-broadcast/end-broadcast.ts'
import { applyLadderEvent, applyMp4Event, applyShowEvent } from './ladder.ts'
import { isOvertaken, type ApplyDeps, type EventOf, type Scene } from './scene.ts'
import { applyVodEvent } from './vod.ts'
import { rememberMediaEvent } from '../../domains/live/broadcasts/media-events-repository.ts'

/**
 * Applies media events: idempotent by event id in the transaction of the effect, and tolerant of any order: an event
 * that a later one of its kind has overtaken changes no state. Resolves after the commit; throws (and is delivered
 * again) when the database is away.
 */
export function createMediaEventHandler(deps: ApplyDeps) {
  const { knex, broadcasts } = deps
  return async function handle(event: MediaEvent): Promise<void> {
    // An absolute number that the next one replaces: not worth remembering.
    if (event.type === 'audience') return deps.onAudience(event.broadcastId, event.viewers)
    if ('meetId' in event) {
      await deps.onMeet(event)
      return deps.count(event.type, 'applied')
    }
    const effects = await knex.transaction(async (trx): Promise<Effect[] | 'duplicate'> => {
      const at = new Date(event.atMs)
      const broadcast = 'broadcastId' in event ? await broadcasts.lock(trx, event.broadcastId) : undefined
      if (!(await rememberMediaEvent(trx, event, broadcast?.id ?? null))) return 'duplicate'
      if (!('broadcastId' in event)) return applyVodEvent(trx, deps, event)
      if (!broadcast) {
        deps.log.warn({ type: event.type, broadcastId: event.broadcastId }, 'a media event of an unknown broadcast')
        return []
      }
      const found = await applyToBroadcast({ trx, event, at, broadcast })
      // Who watches a rehearsal asks again by itself; nobody else hears of it.
      if (broadcast.kind === 'rehearsal') return found.filter(({ type }) => type !== 'notify')
      // Nobody watches a meeting while it is recorded; its page hears when the recording is there.
      return broadcast.kind === 'meeting' ? found.filter((effect) => effect.type !== 'notify' || event.type === 'ladder.closed') : found
    })
    deps.count(event.type, effects === 'duplicate' ? 'duplicate' : 'applied')
    if (effects !== 'duplicate') await deps.runEffects(effects)
  }

  async function applyToBroadcast(scene: Scene): Promise<Effect[]> {
    const { event } = scene
    switch (event.type) {
      case 'feed.live':
        return feedLive({ ...scene, event })
      case 'feed.interrupted':
        return feedInterrupted({ ...scene, event })
      case 'feed.closed':
        return feedClosed({ ...scene, event })
      case 'broadcast.idleWarning':
        if (scene.broadcast.state !== 'ended') {
          await broadcasts.update(scene.trx, scene.broadcast.id, { idle_closes_at: new Date(event.closesAtMs) })
        }
        return []
      case 'broadcast.closed':
        if (scene.broadcast.state === 'ended') return []
        return endBroadcast(scene.trx, deps, { broadcast: scene.broadcast, reason: event.reason, at: scene.at })
      case 'ladder.playable':
      case 'ladder.changed':
      case 'ladder.closed':
        return applyLadderEvent(deps, { ...scene, event })
      case 'ladder.trouble':
        deps.log.warn({ broadcastId: event.broadcastId, feedId: event.feedId, reason: event.reason }, 'a ladder is in trouble')
        return []
      case 'show.composed':
      case 'show.failed':
        return applyShowEvent(deps, { ...scene, event })
      case 'mp4.ready':
      case 'mp4.failed':
        return applyMp4Event(deps, { ...scene, event })
      default:
        return []
    }
  }

  /** Media of a feed arrives: viewers see it, and a transcoder turns it into a ladder. */
  async function feedLive(scene: Scene<EventOf<'feed.live'>>): Promise<Effect[]> {
    const { trx, event, at, broadcast } = scene
    const feed = await broadcasts.findFeed(trx, broadcast.id, event.feedId)
    if (!feed) return unknownFeed(event.feedId)
    if (broadcast.state === 'ended' || feed.state === 'ended') return []
    const overtaken = await isOvertaken(trx, event, ['feed.live', 'feed.interrupted', 'feed.closed'])
    const state = overtaken && feed.state === 'connecting' ? 'interrupted' : overtaken ? feed.state : 'live'
    await broadcasts.updateFeed(trx, feed.id, {
      state,
      ...(state === feed.state ? {} : { state_changed_at: at }),
      started_at: feed.started_at ?? at,
      ...(overtaken
        ? {}
        : {
            has_audio: event.hasAudio,
            has_video: event.hasVideo,
            video_codec: event.codec,
            label: event.meta.label.trim() === '' ? feed.label : event.meta.label,
            language: event.meta.language,
            last_media_at: at,
          }),
    })
    await broadcasts.update(trx, broadcast.id, {
      first_media_at: broadcast.first_media_at ?? at,
      ...(overtaken ? {} : { last_media_at: at, sfu_node_id: event.source }),
    })
    const job: WantedJob = {
      kind: 'live_ladder',
      key: feed.id,
      broadcastId: broadcast.id,
      feedId: feed.id,
      payload: {
        broadcastId: broadcast.id,
        feedId: feed.id,
        storagePrefix: `live/${broadcast.id}/${feed.id}`,
        recording: broadcast.is_recording,
        segmentDurationSec: broadcast.segment_duration_sec,
      },
    }
    await deps.jobs.want(trx, job, at)
    return [{ type: 'wake', job }, ...(await settleState(scene, at))]
  }

  async function feedInterrupted(scene: Scene<EventOf<'feed.interrupted'>>): Promise<Effect[]> {
    const { trx, event, at, broadcast } = scene
    const feed = await broadcasts.findFeed(trx, broadcast.id, event.feedId)
    if (!feed) return unknownFeed(event.feedId)
    if (broadcast.state === 'ended' || feed.state !== 'live') return []
    if (await isOvertaken(trx, event, ['feed.live', 'feed.closed'])) return []
    await broadcasts.updateFeed(trx, feed.id, { state: 'interrupted', state_changed_at: at })
    return settleState(scene, at)
  }

  async function feedClosed(scene: Scene<EventOf<'feed.closed'>>): Promise<Effect[]> {
    const { trx, event, at, broadcast } = scene
    const feed = await broadcasts.findFeed(trx, broadcast.id, event.feedId)
    if (!feed) return unknownFeed(event.feedId)
    if (broadcast.state === 'ended' || feed.state === 'ended') return []
    await broadcasts.updateFeed(trx, feed.id, { state: 'ended', state_changed_at: at, ended_at: at })
    return settleState(scene, at)
  }

  /**
   * On air while media of any feed arrives, else interrupted, also when no feed is left. Whatever changed, the players
   * ask again.
   */
  async function settleState({ trx, broadcast }: Scene, at: Date): Promise<Effect[]> {
    const live = (await broadcasts.listFeeds(trx, broadcast.id)).filter((feed) => feed.state === 'live').length
    const anyLive = live > 0
    const state = anyLive ? 'on_air' : 'interrupted'
    if (state !== broadcast.state) await broadcasts.update(trx, broadcast.id, { state, state_changed_at: at })
    const idleClosesAt = anyLive ? null : (broadcast.idle_closes_at ?? new Date(at.getTime() + limits.idleCutoffMs))
    await broadcasts.update(trx, broadcast.id, { idle_closes_at: idleClosesAt })
    const productSlug = broadcast.product_slug
    return [
      { type: 'notify', event: { type: 'playback.changed', productSlug, broadcast: state } },
      // The first feed that arrives and the last that goes make the event another one; those between do not.
      ...(live <= 1 ? [{ type: 'notify', event: { type: 'event.changed', productSlug } } as const] : []),
    ]
  }

  function unknownFeed(feedId: string): Effect[] {
    deps.log.warn({ feedId }, 'a media event of a feed that was not announced')
    return []
  }
}
