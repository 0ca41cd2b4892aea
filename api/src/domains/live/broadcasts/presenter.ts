import type { Broadcast, Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { languageSchema } from '@e-events/shared/domain/language.ts'
import type { BroadcastWithSlug, FeedWithRungs } from './repository.ts'

export function toFeed(row: FeedWithRungs): Feed {
  return {
    id: row.id as Feed['id'],
    key: row.key,
    kind: row.kind,
    label: row.label,
    language: languageSchema.safeParse(row.language).data ?? null,
    ordinal: row.ordinal,
    state: row.state,
    since: row.state_changed_at.toISOString(),
    hasAudio: row.has_audio,
    hasVideo: row.has_video,
    rungs: row.rungs ?? [],
  }
}

/** @throws DomainError NOT_FOUND for what a meeting is recorded as: nobody sends it */
export function toBroadcast(row: BroadcastWithSlug, feeds: readonly FeedWithRungs[]): Broadcast {
  if (row.kind === 'meeting') throw new DomainError('NOT_FOUND')
  return {
    id: row.id as Broadcast['id'],
    productId: row.product_id as Broadcast['productId'],
    productSlug: row.product_slug,
    kind: row.kind,
    sessionId: row.session_id as Broadcast['sessionId'],
    rehearsalKey: row.rehearsal_key,
    state: row.state,
    endReason: row.end_reason,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    recording: row.is_recording,
    segmentDurationSec: row.segment_duration_sec,
    idleClosesAt: row.state === 'ended' ? null : (row.idle_closes_at?.toISOString() ?? null),
    viewers: row.viewer_count,
    peakViewers: row.peak_viewer_count,
    feeds: feeds.map(toFeed),
  }
}
