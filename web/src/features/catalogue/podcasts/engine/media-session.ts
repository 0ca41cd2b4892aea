import { announceMedia, tellMedia, withdrawMedia } from '../../../../lib/media-session.ts'
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
  announceMedia(
    { title: track.title, artist: track.channelTitle, artUrl: track.artUrl },
    {
      play: () => void player.play(),
      pause: () => player.pause(),
      stop: () => player.close(),
      seekbackward: ({ seekOffset }) => player.seekBy(-(seekOffset ?? skipSec)),
      seekforward: ({ seekOffset }) => player.seekBy(seekOffset ?? skipSec),
      seekto: ({ seekTime }) => seekTime !== undefined && seekTime !== null && player.seekTo(seekTime),
      previoustrack: () => player.chapterBack(),
      nexttrack: () => player.chapterForward(),
    },
  )
}

/** Where the sound is, for the bar on a lock screen. */
export function tellPosition({ durationSec, positionSec, rate, phase }: PodcastSnapshot): void {
  tellMedia(phase === 'playing' || phase === 'loading', { durationSec, positionSec, rate })
}

export const withdraw = (): void => withdrawMedia()
