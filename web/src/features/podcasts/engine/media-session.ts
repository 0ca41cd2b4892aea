import { skipSec, type PodcastTrack } from './types.ts'

interface Controls {
  play: () => Promise<void>
  pause: () => void
  close: () => void
  seekBy: (seconds: number) => void
  seekTo: (positionSec: number) => void
  chapterBack: () => void
  chapterForward: () => void
}

/** What lock screens, headphones and watches show and press. */
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

export function withdraw(): void {
  const { mediaSession } = navigator as Partial<Pick<Navigator, 'mediaSession'>>
  if (mediaSession) mediaSession.metadata = null
}
