import { skipSec, type PodcastSnapshot, type PodcastTrack } from './types.ts'

interface Controls {
  play: () => Promise<void>
  pause: () => void
  close: () => void
  seekBy: (seconds: number) => void
  seekTo: (positionSec: number) => void
  chapterBack: () => void
  chapterForward: () => void
}

/** Controls of lock screens, headphones and watches. */
export function announce(track: PodcastTrack, player: Controls): void {
  const { mediaSession } = navigator as Partial<Pick<Navigator, 'mediaSession'>>
  if (!mediaSession) return
  mediaSession.metadata = new MediaMetadata({
    title: track.title,
    artist: track.channelTitle,
    artwork: track.artUrl === null ? [] : [{ src: new URL(track.artUrl, location.href).href }],
  })
  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void player.play(),
    pause: () => player.pause(),
    stop: () => player.close(),
    seekbackward: ({ seekOffset }) => player.seekBy(-(seekOffset ?? skipSec)),
    seekforward: ({ seekOffset }) => player.seekBy(seekOffset ?? skipSec),
    seekto: ({ seekTime }) => seekTime !== undefined && seekTime !== null && player.seekTo(seekTime),
    previoustrack: () => player.chapterBack(),
    nexttrack: () => player.chapterForward(),
  }
  for (const [action, handler] of Object.entries(actions) as [MediaSessionAction, MediaSessionActionHandler][]) {
    try {
      mediaSession.setActionHandler(action, handler)
    } catch {
      // An action that this browser does not know.
    }
  }
}

/** Where the sound is, for the bar on a lock screen. */
export function tellPosition({ durationSec, positionSec, rate, phase }: PodcastSnapshot): void {
  const { mediaSession } = navigator as Partial<Pick<Navigator, 'mediaSession'>>
  if (!mediaSession) return
  mediaSession.playbackState = phase === 'playing' || phase === 'loading' ? 'playing' : 'paused'
  if (durationSec > 0)
    mediaSession.setPositionState({ duration: durationSec, playbackRate: rate, position: Math.min(positionSec, durationSec) })
}

export function withdraw(): void {
  const { mediaSession } = navigator as Partial<Pick<Navigator, 'mediaSession'>>
  if (!mediaSession) return
  mediaSession.metadata = null
  mediaSession.playbackState = 'none'
}
