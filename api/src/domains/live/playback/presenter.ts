import type { Playback, PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { datedFolder } from '@e-events/shared/node/dated-folders.ts'
import type { Airing } from '@e-events/shared/domain/deferred.ts'
import { embedUrlOf } from '@e-events/shared/domain/embed.ts'
import { languageSchema } from '@e-events/shared/domain/language.ts'
import { playerState } from '@e-events/shared/domain/playback.ts'
import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import type { PlayerState } from '@e-events/shared/domain/states.ts'
import { captionsPrefix } from '../../media/read/captions.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { readEvent } from '../../catalogue/read/event-facts.ts'
import { toProductCard } from '../../catalogue/read/product-card.ts'
import type { WatchAsset, WatchBroadcast, WatchFeed, WatchRow } from './repository.ts'

/** Writes the address of a storage key below a prefix that the viewer's token opens. */
export type SignPrefix = (prefix: string | readonly string[]) => (key: string) => string

export interface PlaybackContext {
  nowMs: number
  tokenExpiresAtMs: number
  /** The playback lease that its addresses name; none where playback is not limited. */
  leaseId?: string | null
  signPrefix: SignPrefix
  lowLatency: MediaGrant | null
  isLowLatencyFirst?: boolean
  supportEmail: string
  /** State of one broadcast that is asked for by itself: the show's own state says nothing of it. */
  state?: PlayerState
  /** Who watches right now. */
  viewers: number
}

export function stateOf(row: WatchRow, nowMs: number): PlayerState {
  return playerState({
    type: row.type,
    nowMs,
    event: readEvent(row, new Date(nowMs)),
    asset: assetFact(row.assets),
    embedded: embedUrl(row) !== undefined,
  })
}

const embedUrl = ({ url }: Pick<WatchRow, 'url'>) => (url === null ? undefined : embedUrlOf(url))

export function toPlayback(row: WatchRow, context: PlaybackContext): Playback {
  const card = toProductCard(row)
  const session = card.event?.session ?? null
  const base = {
    product: {
      slug: card.slug,
      title: card.title,
      type: card.type,
      channel: card.channel,
      posterUrl: card.posterUrl,
      heroUrl: fileUrl(row.hero_file_id),
    },
    event: card.event,
    session,
    serverTime: new Date(context.nowMs).toISOString(),
    lease: context.leaseId ?? null,
    supportEmail: row.support_email ?? context.supportEmail,
    viewers: context.viewers,
  }
  const state = context.state ?? stateOf(row, context.nowMs)
  const airing = context.state === undefined ? airingOf(row, context.nowMs) : undefined
  switch (state) {
    case 'on_air':
      if (airing) return { ...base, state, ...deferredShow(row, airing, context) }
      return {
        ...base,
        state,
        startedAt: new Date(row.broadcast?.started_at ?? context.nowMs).toISOString(),
        media: liveMedia(row, context),
      }
    case 'ready':
      return { ...base, state, media: withCaptions(ownVideo(row, context), row, context) }
    case 'embedded':
      return { ...base, state, embedUrl: embedUrl(row) ?? '' }
    case 'available_on':
      return { ...base, state, availableAt: session?.startsAt ?? new Date(context.nowMs).toISOString() }
    case 'finished':
    case 'cancelled':
      return {
        ...base,
        state,
        recording: withCaptions(
          airing ? { ...assetMedia(row.assets, context, airing.startsAtMs), ...resumeOf(row) } : recordingMedia(row, context),
          row,
          context,
        ),
      }
    case 'own_page':
    case 'misconfigured':
    case 'no_sessions':
    case 'event_date_passed':
    case 'not_available_yet':
      return { ...base, state }
    default:
      return assertUnreachable(state)
  }
}

/** A video with its chapters, and where its viewer stopped. */
function ownVideo(row: WatchRow, context: PlaybackContext): Media {
  return { ...assetMedia(row.assets, context), ...(row.chapters.length > 0 ? { chapters: row.chapters } : {}), ...resumeOf(row) }
}

/** A place in an earlier show is none in this one. */
function resumeOf({ resume }: WatchRow, since = ''): Pick<Media, 'resume'> {
  if (!resume || Date.parse(resume.reported_at) < (Date.parse(since) || 0)) return {}
  return { resume: { positionSec: resume.position_s, at: new Date(resume.reported_at).toISOString() } }
}

type OnAir = Extract<Playback, { state: 'on_air' }>
type Media = OnAir['media']

/** The video of a deferred live, on the date that is spoken of; undefined for a show that was sent. */
export function airingOf(row: WatchRow, nowMs: number): Airing | undefined {
  const date = readEvent(row, new Date(nowMs))?.date
  if (row.type !== 'live' || row.event_video_ms === null || !date || date.startsAtMs > nowMs || date.show?.aired) return undefined
  return { startsAtMs: date.startsAtMs, durationMs: row.event_video_ms }
}

/** Nothing of it opens before its moment: no later segment, no pictures of the seek bar. */
function deferredShow(
  row: WatchRow,
  { startsAtMs, durationMs }: Airing,
  context: PlaybackContext,
): Pick<OnAir, 'startedAt' | 'media' | 'deferred'> {
  const startedAt = new Date(startsAtMs).toISOString()
  const { feeds, ...rest } = assetMedia(row.assets, {
    ...context,
    signPrefix: (prefix) => context.signPrefix(datedFolder(String(prefix), startsAtMs)),
  })
  return {
    startedAt,
    media: withCaptions(
      { ...rest, feeds: feeds.map((feed) => ({ ...feed, state: 'live', seekPreviewsUrl: null, peaksUrl: null })), durationMs: null },
      row,
      context,
    ),
    deferred: { startsAt: startedAt, durationMs, isInStep: row.fake_live },
  }
}

/** Nothing where there are no pictures: the address of a text opens with them. */
function withCaptions<M extends Media | null>(media: M, row: WatchRow, { signPrefix }: PlaybackContext): M {
  if (media === null || media.feeds.length === 0 || row.captions.length === 0) return media
  const sign = signPrefix(captionsPrefix(row.id))
  return { ...media, captions: row.captions.map(({ language, storage_key: key }) => ({ language, url: sign(key) })) }
}

/** Feeds that have shown something: one that was only announced is not there yet for a viewer. */
function liveMedia(row: WatchRow, context: PlaybackContext): Media {
  const broadcast = row.broadcast
  if (!broadcast) return media([], context)
  const sign = context.signPrefix(livePrefix(broadcast.id))
  const feeds = broadcast.feeds.filter((feed) => (feed.state === 'ended' ? feed.asset_id !== null : feed.state !== 'connecting'))
  return {
    ...media(
      feeds.map((feed) => toFeed(feed, liveState(feed), broadcast.id, sign)),
      context,
    ),
    broadcast: showOf(broadcast),
  }
}

const showOf = ({ id, started_at }: WatchBroadcast): Media['broadcast'] => ({ id, startedAt: new Date(started_at).toISOString() })

function recordingMedia(row: WatchRow, context: PlaybackContext): Media | null {
  const broadcast = row.broadcast
  const feeds = broadcast?.feeds.filter((feed) => feed.asset_state === 'ready') ?? []
  if (!broadcast || feeds.length === 0) return null
  const sign = context.signPrefix(livePrefix(broadcast.id))
  const durationMs = Math.max(...feeds.map((feed) => feed.duration_ms ?? 0))
  return {
    ...media(
      feeds.map((feed) => toFeed(feed, 'ended', broadcast.id, sign)),
      context,
    ),
    lowLatency: null,
    durationMs,
    broadcast: showOf(broadcast),
    ...resumeOf(row, broadcast.started_at),
  }
}

/** `airedFromMs`: its pictures bear the time at which they were shown, so that the chat of that time goes with them. */
function assetMedia(assets: readonly WatchAsset[], context: PlaybackContext, airedFromMs?: number): Media {
  const ready = assets.filter((asset) => asset.state === 'ready')
  const feeds = ready.map((asset): PlaybackFeed => {
    // Lists of a whole show name segments of all its feeds.
    const folder = asset.broadcast_id === null ? asset.storage_prefix : livePrefix(asset.broadcast_id)
    const sign = context.signPrefix(airedFromMs === undefined ? folder : [folder, datedFolder(folder, airedFromMs)])
    return {
      id: asset.id as PlaybackFeed['id'],
      kind: 'file',
      label: asset.label ?? '',
      language: languageSchema.safeParse(asset.language).data ?? null,
      hasAudio: asset.has_audio,
      hasVideo: asset.has_video,
      state: 'ended',
      rungs: asset.rungs,
      masterUrl: sign(`${asset.storage_prefix}/${asset.master_path}`),
      thumbnailUrl: sign(`${asset.storage_prefix}/${asset.poster_path ?? liveThumbnail}`),
      seekPreviewsUrl: asset.thumbnails_path === null ? null : sign(`${asset.storage_prefix}/${asset.thumbnails_path}`),
      peaksUrl: asset.peaks_path === null ? null : sign(`${asset.storage_prefix}/${asset.peaks_path}`),
    }
  })
  return { ...media(feeds, context), lowLatency: null, durationMs: Math.max(0, ...ready.map((asset) => asset.duration_ms ?? 0)) }
}

function media(feeds: PlaybackFeed[], context: PlaybackContext): Media {
  return {
    feeds,
    tokenExpiresAt: new Date(context.tokenExpiresAtMs).toISOString(),
    lowLatency: context.lowLatency,
    ...(context.isLowLatencyFirst ? { isLowLatencyFirst: true } : {}),
    durationMs: null,
  }
}

function toFeed(feed: WatchFeed, state: PlaybackFeed['state'], broadcastId: string, sign: (key: string) => string): PlaybackFeed {
  const prefix = feed.storage_prefix ?? `${livePrefix(broadcastId)}/${feed.id}`
  return {
    id: feed.id as PlaybackFeed['id'],
    kind: feed.kind,
    label: feed.label,
    language: languageSchema.safeParse(feed.language).data ?? null,
    hasAudio: feed.has_audio,
    hasVideo: feed.has_video,
    state,
    rungs: feed.rungs ?? [],
    masterUrl: sign(`${prefix}/${feed.master_path ?? 'master.m3u8'}`),
    thumbnailUrl: feed.asset_id === null ? null : sign(`${prefix}/${feed.poster_path ?? liveThumbnail}`),
  }
}

function liveState(feed: WatchFeed): PlaybackFeed['state'] {
  if (feed.state === 'ended') return 'ended'
  if (feed.state === 'interrupted') return 'reconnecting'
  return feed.asset_id === null ? 'preparing' : 'live'
}

function assetFact(assets: readonly WatchAsset[]): 'none' | 'processing' | 'ready' | 'failed' {
  if (assets.some((asset) => asset.state === 'ready')) return 'ready'
  if (assets.some((asset) => asset.state === 'processing')) return 'processing'
  return assets.length > 0 ? 'failed' : 'none'
}

/** The transcoder keeps a small picture of every folder it fills. */
const liveThumbnail = 'thumb.jpg'

export function livePrefix(broadcastId: string): string {
  return `live/${broadcastId}`
}
