import { ApiError } from '@e-events/shared/contract/client.ts'
import type { MeetEndReason } from '@e-events/shared/domain/meets.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { MediaWays } from './media-ways.ts'

/** Where answers get lost. network: none of the api. server: none of a media node. */
export type Blockage = 'network' | 'server'

/** How a stay in a meeting ended, or did not begin. */
export type MeetOutcome =
  | { kind: 'ended'; reason: MeetEndReason | null }
  | { kind: 'removed' }
  /** The same account came in from another window or device. */
  | { kind: 'replaced' }
  | { kind: 'full' }
  | { kind: 'locked' }
  /** Access, or the session, is over. `error` says why. */
  | { kind: 'refused'; error: unknown }
  | { kind: 'failed'; blockage: Blockage }
  /** Packets of pictures and sound do not get through. */
  | { kind: 'failed'; blockage: 'media'; ways: MediaWays }

/** Reads a refused join; undefined where the same join may succeed a moment later. */
export function outcomeOf(error: unknown): MeetOutcome | undefined {
  if (!(error instanceof ApiError) && !(error instanceof DomainError)) return undefined
  switch (error.code) {
    case 'MEET_STATE':
      return { kind: 'ended', reason: null }
    case 'MEET_REMOVED':
      return { kind: 'removed' }
    case 'MEET_FULL':
      return { kind: 'full' }
    case 'MEET_LOCKED':
      return { kind: 'locked' }
    default: {
      // A grant of a node that died is refused as well: the next one leads elsewhere.
      const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
      return isFinal ? { kind: 'refused', error } : undefined
    }
  }
}

export function blockageOf(error: unknown): Blockage {
  return error instanceof ApiError && (error.code === 'NETWORK' || error.code === 'UNEXPECTED_REPLY') ? 'network' : 'server'
}
