import type { RtcViewer } from './rtc-viewer.ts'
import type { Track } from './track.ts'
import type { Phase, PlayerSnapshot, PlayerStats } from './types.ts'

/** State of the engine that a video element does not know. */
export interface EngineState {
  failure: PlayerSnapshot['failure']
  hasStarted: boolean
  wantsToPlay: boolean
  isFollowingLive: boolean
  behindRate: number
  isSoundBlocked: boolean
  chosenHeightPx: number | null
  leaderId: string | null
  followerId: string | null
  followerIsShown: boolean
  step: PlayerSnapshot['step']
  awayFeedId: string | null
  failedFeedId: string | null
  byClock: PlayerSnapshot['byClock']
  nowMs: number
}

/** The state of things now. `shown` is the track whose picture is seen; it may be the leader. */
export function readSnapshot(before: PlayerSnapshot, leader: Track, shown: Track, state: EngineState): PlayerSnapshot {
  const { startSec, endSec } = leader.range
  const { levels } = shown
  // Before the first picture the element stands at the beginning of the show: minutes behind, and nobody sees it.
  const capturedAtMs = state.hasStarted ? shown.capturedAtMs : null
  const { isLive, video } = leader
  return {
    ...before,
    phase: phaseOf({ ended: leader.hasEnded, paused: video.paused, readyState: video.readyState, seeking: video.seeking }, state),
    failure: state.failure,
    isSeeking: video.seeking,
    isLive,
    positionSec: video.currentTime,
    startSec,
    endSec: Math.max(endSec, startSec),
    bufferedEndSec: leader.bufferedEndSec,
    isFollowingLive: isLive && state.isFollowingLive,
    latencySec: isLive && capturedAtMs !== null && state.byClock === null ? Math.max(0, (state.nowMs - capturedAtMs) / 1000) : null,
    capturedAtMs,
    levels: sameLevels(levels, before.levels) ? before.levels : levels,
    chosenHeightPx: state.chosenHeightPx,
    shownHeightPx: shown.video.videoHeight > 0 ? shown.video.videoHeight : null,
    rate: isLive ? state.behindRate : video.playbackRate,
    isSoundBlocked: state.isSoundBlocked,
    feedId: state.followerIsShown ? state.followerId : state.leaderId,
    switchingTo: state.followerId !== null && !state.followerIsShown ? state.followerId : null,
    isOnline: navigator.onLine,
    step: state.step,
    awayFeedId: state.awayFeedId,
    failedFeedId: state.failedFeedId,
    byClock: state.byClock,
  }
}

/** Within this, somebody who went back a little still sees what happens now. */
const liveWithinSec = 15

/** Whether what is on screen may be called live. */
export function isAtLive({ isLive, isFollowingLive, positionSec, endSec, isLowLatency }: PlayerSnapshot): boolean {
  return isLowLatency || (isLive && (isFollowingLive || endSec - positionSec < liveWithinSec))
}

/** Differences while a WebRTC picture is in front. */
export function lowLatencyView(
  rtc: Pick<RtcViewer, 'video' | 'latencySec' | 'feedId'> | undefined,
  leader: Pick<Track, 'capturedUntilMs' | 'placeOf'>,
  nowMs: number,
): Partial<PlayerSnapshot> {
  if (!rtc) return { isLowLatency: false }
  const { video } = rtc
  const capturedAtMs = nowMs - (rtc.latencySec ?? 0) * 1000
  const place = leader.placeOf(capturedAtMs)
  // The newest picture is not listed yet: as far beyond the end of the list as it was captured after it.
  const beyondSec = place?.isEnd ? Math.max(0, (capturedAtMs - (leader.capturedUntilMs ?? capturedAtMs)) / 1000) : 0
  const positionSec = place && place.positionSec + beyondSec
  return {
    isLowLatency: true,
    isSeeking: false,
    phase: video.videoWidth === 0 ? 'loading' : video.readyState < 3 ? 'waiting' : 'playing',
    isLive: true,
    isFollowingLive: true,
    ...(positionSec === null ? {} : { positionSec, endSec: positionSec, bufferedEndSec: positionSec }),
    capturedAtMs,
    latencySec: rtc.latencySec,
    shownHeightPx: video.videoHeight > 0 ? video.videoHeight : null,
    feedId: rtc.feedId,
    switchingTo: null,
    step: null,
    awayFeedId: null,
  }
}

/** `track` is left out for a WebRTC picture. */
export function readStats(picture: HTMLVideoElement | undefined, track: Track | undefined): PlayerStats {
  const quality = picture?.getVideoPlaybackQuality()
  return {
    widthPx: picture?.videoWidth ?? 0,
    heightPx: picture?.videoHeight ?? 0,
    totalFrames: quality?.totalVideoFrames ?? 0,
    droppedFrames: quality?.droppedVideoFrames ?? 0,
    ...(track?.bitrates ?? { levelBps: null, lineBps: null }),
  }
}

export function phaseOf(
  video: Pick<HTMLVideoElement, 'ended' | 'paused' | 'readyState' | 'seeking'>,
  state: Pick<EngineState, 'failure' | 'hasStarted' | 'wantsToPlay'>,
): Phase {
  if (state.failure) return 'failed'
  if (video.ended) return 'ended'
  if (!state.hasStarted) return 'loading'
  if (!state.wantsToPlay) return 'paused'
  if (video.readyState < 3 || video.seeking) return 'waiting'
  return video.paused ? 'paused' : 'playing'
}

function sameLevels(a: PlayerSnapshot['levels'], b: PlayerSnapshot['levels']): boolean {
  return a.length === b.length && a.every((level, i) => level.heightPx === b[i]?.heightPx && level.bitrateBps === b[i]?.bitrateBps)
}
