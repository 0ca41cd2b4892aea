import type { Playback, PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { embedUrlOf } from '@e-events/shared/domain/embed.ts'
import { languageSchema } from '@e-events/shared/domain/language.ts'
import { playerState } from '@e-events/shared/domain/playback.ts'
import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import type { PlayerState } from '@e-events/shared/domain/states.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { readEvent } from '../../catalogue/read/event-facts.ts'
import { toProductCard } from '../../catalogue/read/product-card.ts'
import type { WatchAsset, WatchFeed, WatchRow } from './repository.ts'

/** Writes the address of a storage key below a prefix that the viewer's token opens. */
export type SignPrefix = (prefix: string) => (key: string) => string

export interface PlaybackContext {
  nowMs: number
  tokenExpiresAtMs: number
  signPrefix: SignPrefix
  lowLatency: MediaGrant | null
  supportEmail: string
  /** Of a rehearsal: the show's own state says nothing of it. */
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
    supportEmail: row.support_email ?? context.supportEmail,
    viewers: context.viewers,
  }
  const state = context.state ?? stateOf(row, context.nowMs)
  switch (state) {
    case 'on_air':
      return {
        ...base,
        state,
        startedAt: new Date(row.broadcast?.started_at ?? context.nowMs).toISOString(),
        media: liveMedia(row, context),
      }
    case 'ready':
      return { ...base, state, media: assetMedia(row.assets, context) }
    case 'embedded':
      return { ...base, state, embedUrl: embedUrl(row) ?? '' }
    case 'available_on':
      return { ...base, state, availableAt: session?.startsAt ?? new Date(context.nowMs).toISOString() }
    case 'finished':
    case 'cancelled':
      return { ...base, state, recording: recordingMedia(row, context) }
    case 'room_later':
    case 'misconfigured':
    case 'no_sessions':
    case 'event_date_passed':
    case 'not_available_yet':
      return { ...base, state }
    default:
      return assertUnreachable(state)
  }
}

type Media = Extract<Playback, { state: 'on_air' }>['media']

/** Feeds that have shown something: one that was only announced is not there yet for a viewer. */
function liveMedia(row: WatchRow, context: PlaybackContext): Media {
  const broadcast = row.broadcast
  if (!broadcast) return media([], context)
  const sign = context.signPrefix(livePrefix(broadcast.id))
  const feeds = broadcast.feeds.filter((feed) => (feed.state === 'ended' ? feed.asset_id !== null : feed.state !== 'connecting'))
  return media(
    feeds.map((feed) => toFeed(feed, liveState(feed), broadcast.id, sign)),
    context,
  )
}

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
  }
}

function assetMedia(assets: readonly WatchAsset[], context: PlaybackContext): Media {
  const ready = assets.filter((asset) => asset.state === 'ready')
  const feeds = ready.map((asset): PlaybackFeed => {
    // Lists of a whole show name segments of all its feeds.
    const sign = context.signPrefix(asset.broadcast_id === null ? asset.storage_prefix : livePrefix(asset.broadcast_id))
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
  return { feeds, tokenExpiresAt: new Date(context.tokenExpiresAtMs).toISOString(), lowLatency: context.lowLatency, durationMs: null }
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
