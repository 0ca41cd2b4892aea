import type { SoundChoice } from './sound-choice.ts'
import type { FailureCause } from './types.ts'

export interface TrackEvents {
  /** Something that a snapshot shows has changed. */
  onChange: () => void
  /** The address is refused (expired token, access taken back): a new one is needed. */
  onAddressRefused: () => void
  /** Nothing helped for half a minute of trying. */
  onGiveUp: (cause: FailureCause) => void
  /** Place of a video that plays by the clock; undefined for everything else. */
  airedSec?: () => number | undefined
  /** Told of what is loaded, so that its viewer hears the language of their choice. */
  sounds?: SoundChoice
  /** Whether it may play as near to its edge as first parts allow: no other feed has to keep up with it. */
  mayBeNear?: () => boolean
}

/** leader: carries the sound and sets the pace. follower: silent, kept in time from outside. */
export type TrackRole = 'leader' | 'follower'
