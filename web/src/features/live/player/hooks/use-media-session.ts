import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { useEffect } from 'react'
import { announceMedia, tellMedia, withdrawMedia, type MediaActions } from '../../../../lib/media-session.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerState } from './use-snapshot.ts'

const skipSec = 10

/** Names the show on lock screens, headphones and keyboards with media keys, and takes their presses. */
export function useMediaSession(engine: PlayerEngine, product: Playback['product'], state: PlayerState): void {
  const hasBegun = state.phase !== 'idle' && state.phase !== 'loading'
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
  const isPlaying = state.phase === 'playing' || state.phase === 'waiting'
  const { isLive, rate } = state
  useEffect(() => {
    if (!hasBegun) return undefined
    let told = ''
    const tell = () => {
      const snapshot = engine.getSnapshot()
      const [durationSec, positionSec] = [Math.floor(snapshot.endSec), Math.floor(snapshot.positionSec)]
      const now = isLive ? '' : `${positionSec} ${durationSec}`
      if (now === told) return
      told = now
      tellMedia(isPlaying, isLive ? null : { durationSec, positionSec, rate })
    }
    if (isLive) tellMedia(isPlaying, null)
    tell()
    return engine.subscribe(tell)
  }, [engine, hasBegun, isPlaying, isLive, rate])
}
