import type { Airing } from '@e-events/shared/domain/deferred.ts'
import type { RungName } from '@e-events/shared/domain/ladder.ts'
import { noSoundView, type SoundView } from './sound-choice.ts'

/** One switchable picture of a show, as the engine needs it. `masterUrl` carries the signed token. */
export interface FeedSource {
  id: string
  masterUrl: string
  hasAudio: boolean
  hasVideo: boolean
  /** By the platform's word something of it arrives now; left out for what is not live. */
  sends?: boolean
  /** The heights that a finished show is there in; left out while it grows. */
  rungs?: readonly RungName[]
  /** It plays by the clock: everybody is at the same place, and nobody beyond it. */
  airing?: Airing & { isInStep: boolean }
}

export interface Level {
  heightPx: number
  bitrateBps: number
}

export type Phase =
  /** Nothing was asked to play yet. */
  | 'idle'
  /** The first picture is on its way. */
  | 'loading'
  | 'playing'
  | 'paused'
  /** Wants to play, has nothing to play: buffering, or the show's signal is interrupted. */
  | 'waiting'
  /** Played to its end. */
  | 'ended'
  /** Gave up after repeated attempts; `reload` starts over. */
  | 'failed'

/** Why the player gave up. */
export type FailureCause = 'network' | 'media' | 'other'

export interface PlayerSnapshot extends SoundView {
  phase: Phase
  /** Set in the phase 'failed'. */
  failure: FailureCause | null
  /** On its way to a place that somebody asked for. */
  isSeeking: boolean
  /** Growing: a live show or a recording in the making. */
  isLive: boolean
  positionSec: number
  /** Seekable range. For a live show `endSec` is the position that LIVE jumps to. */
  startSec: number
  endSec: number
  bufferedEndSec: number
  /** Stays at the live edge until the viewer pauses or seeks back. */
  isFollowingLive: boolean
  /** From the camera to this screen, by the programme clock; null where it is unknown. */
  latencySec: number | null
  /** Capture time of the frame on screen, epoch milliseconds; null where unknown. */
  capturedAtMs: number | null
  /** Highest first. */
  levels: readonly Level[]
  /** Height the viewer chose; null is automatic. */
  chosenHeightPx: number | null
  /** Height of the picture on screen; null before the first one. */
  shownHeightPx: number | null
  volume: number
  isMuted: boolean
  /** In a live show: the rate behind the live edge. */
  rate: number
  /** The browser only starts without sound: a press brings it. */
  isSoundBlocked: boolean
  /** The feed whose picture is shown. */
  feedId: string | null
  /** A feed that was chosen and is not on screen yet. */
  switchingTo: string | null
  isOnline: boolean
  /** The picture comes over WebRTC: below a second behind the camera, no seeking. */
  isLowLatency: boolean
  /** Whether picture and sound are of two feeds that were just measured to be in step; null where there are no two. */
  step: 'aligning' | 'in step' | null
  /** The feed that the viewer chose sends nothing: another one is shown until it does again. */
  awayFeedId: string | null
  /** The feed that was chosen could not be played: the picture went back to the one before. */
  failedFeedId: string | null
  /** A video that plays by the clock; 'in step' lets nobody pause or go back. */
  byClock: 'free' | 'in step' | null
}

/** Figures of the picture on screen; rates in bits per second, null where they are not known. */
export interface PlayerStats {
  widthPx: number
  heightPx: number
  totalFrames: number
  droppedFrames: number
  /** Rate of the rung. */
  levelBps: number | null
  /** Estimate of the line. */
  lineBps: number | null
}

export const initialSnapshot: PlayerSnapshot = {
  phase: 'idle',
  failure: null,
  isSeeking: false,
  isLive: false,
  positionSec: 0,
  startSec: 0,
  endSec: 0,
  bufferedEndSec: 0,
  isFollowingLive: true,
  latencySec: null,
  capturedAtMs: null,
  levels: [],
  chosenHeightPx: null,
  shownHeightPx: null,
  volume: 1,
  isMuted: false,
  rate: 1,
  isSoundBlocked: false,
  feedId: null,
  switchingTo: null,
  isOnline: true,
  isLowLatency: false,
  step: null,
  awayFeedId: null,
  failedFeedId: null,
  byClock: null,
  ...noSoundView,
}
