import type { ChannelStatus, ProductStatus, ProductType } from './states.ts'
import { sessionToGoLive } from './playback.ts'

export interface GoLiveSession {
  id: string
  startsAtMs: number
  endsAtMs: number
  /**
   * Its show was ended for good (by its organizer, by staff, by a limit). One that idled out may start again (decision
   * restart-after-idle).
   */
  finished: boolean
}

export interface GoLiveFacts<S extends GoLiveSession = GoLiveSession> {
  type: ProductType
  status: ProductStatus
  channelStatus: ChannelStatus
  /** A broadcast of this product is on air or interrupted. */
  running: boolean
  sessions: readonly S[]
  nowMs: number
}

export type GoLiveRefusal =
  | 'PRODUCT_NOT_LIVE'
  | 'PRODUCT_NOT_PUBLISHED'
  | 'CHANNEL_NOT_APPROVED'
  | 'BROADCAST_STATE'
  | 'BROADCAST_NO_SESSION'
  | 'SESSION_FINISHED'

export type GoLiveDecision<S extends GoLiveSession> = { session: S; refusal: null } | { session: null; refusal: GoLiveRefusal }

/** Why a rehearsal may not start now; null where it may. It needs no session, and the product may be a draft. */
export function refusalOfRehearsal(facts: Pick<GoLiveFacts, 'type' | 'channelStatus' | 'running'>): GoLiveRefusal | null {
  if (facts.type !== 'broadcast') return 'PRODUCT_NOT_LIVE'
  if (facts.channelStatus !== 'published') return 'CHANNEL_NOT_APPROVED'
  return facts.running ? 'BROADCAST_STATE' : null
}

/**
 * Whether a broadcast may start now and in which session; the first reason why not. `sessionId` narrows it to one
 * session.
 */
export function decideGoLive<S extends GoLiveSession>(facts: GoLiveFacts<S>, sessionId?: string): GoLiveDecision<S> {
  const refuse = (refusal: GoLiveRefusal): GoLiveDecision<S> => ({ session: null, refusal })
  if (facts.type !== 'broadcast') return refuse('PRODUCT_NOT_LIVE')
  if (facts.status === 'draft') return refuse('PRODUCT_NOT_PUBLISHED')
  if (facts.channelStatus !== 'published') return refuse('CHANNEL_NOT_APPROVED')
  if (facts.running) return refuse('BROADCAST_STATE')
  const candidates = sessionId === undefined ? facts.sessions : facts.sessions.filter((session) => session.id === sessionId)
  const open = candidates.filter((session) => !session.finished && session.endsAtMs > facts.nowMs)
  const session = sessionToGoLive(open, facts.nowMs)
  if (session) return { session, refusal: null }
  const finishedNow = sessionToGoLive(
    candidates.filter((candidate) => candidate.finished),
    facts.nowMs,
  )
  return refuse(candidates.length > 0 && (open.length === 0 || finishedNow) ? 'SESSION_FINISHED' : 'BROADCAST_NO_SESSION')
}
