import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { useEffect } from 'react'
import { announceMedia, tellMedia, withdrawMedia, type MediaActions } from '../../../../lib/media-session.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerSnapshot } from '../engine/types.ts'

const skipSec = 10

/** Names the show on lock screens, headphones and keyboards with media keys, and takes their presses. */
export function useMediaSession(engine: PlayerEngine, product: Playback['product'], snapshot: PlayerSnapshot): void {
  const hasBegun = snapshot.phase !== 'idle' && snapshot.phase !== 'loading'
  const { title, heroUrl, posterUrl } = product
  const artist = product.channel.title
  useEffect(() => {
    if (!hasBegun) return undefined
    const actions: MediaActions = {
      play: () => engine.play(),
      pause: () => engine.pause(),
      seekbackward: ({ seekOffset }) => engine.seekBy(-(seekOffset ?? skipSec)),
      seekforward: ({ seekOffset }) => engine.seekBy(seekOffset ?? skipSec),
      seekto: ({ seekTime }) => {
        if (typeof seekTime === 'number') engine.seek(seekTime)
      },
    }
    announceMedia({ title, artist, artUrl: posterUrl ?? heroUrl }, actions)
    return () => withdrawMedia(actions)
  }, [engine, hasBegun, title, artist, posterUrl, heroUrl])
  const isPlaying = snapshot.phase === 'playing' || snapshot.phase === 'waiting'
  const { isLive, rate } = snapshot
  const durationSec = Math.floor(snapshot.endSec)
  const positionSec = Math.floor(snapshot.positionSec)
  useEffect(() => {
    if (hasBegun) tellMedia(isPlaying, isLive ? null : { durationSec, positionSec, rate })
  }, [hasBegun, isPlaying, isLive, durationSec, positionSec, rate])
}
