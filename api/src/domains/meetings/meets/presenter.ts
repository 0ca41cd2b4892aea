import type { Meet } from '@e-events/shared/contract/meetings/meets.ts'
import type { MeetRow } from '../../../db/tables/meetings.ts'
import { canStartFromMs, meetState, spokenDate, type MeetFacts } from './policy.ts'
import type { MeetDate, MeetPageRow } from './repository.ts'

export interface FoundMeet {
  page: MeetPageRow
  dates: MeetDate[]
  /** The running one, else the one that ran last. */
  last: MeetRow | undefined
  isHost: boolean
  isRecording: boolean
  ownName: string
}

export function factsOf({ page, dates, last }: Pick<FoundMeet, 'page' | 'dates' | 'last'>): MeetFacts {
  return {
    cancelled: page.cancelled_at !== null,
    dates,
    last: last ? { state: last.state, sessionId: last.session_id, endReason: last.end_reason } : null,
  }
}

export function toMeet(found: FoundMeet, nowMs: number): Meet {
  const { page, dates, last, isHost, isRecording, ownName } = found
  const facts = factsOf(found)
  const state = meetState(facts, nowMs)
  const date = spokenDate(dates, nowMs)
  return {
    slug: page.slug,
    title: page.title,
    channel: { slug: page.channel_slug, name: page.channel_title },
    state,
    startsAt: isoOf(date?.startsAtMs),
    endsAt: isoOf(date?.endsAtMs),
    startedAt: isoOf(last?.started_at.getTime()),
    endedAt: isoOf(last?.ended_at?.getTime()),
    endReason: last?.end_reason ?? null,
    people: state === 'started' ? (last?.participant_count ?? 0) : 0,
    isHost,
    isRecording,
    canStartFrom: isoOf(canStartFromMs(facts, nowMs) ?? undefined),
    ownName,
  }
}

const isoOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())
