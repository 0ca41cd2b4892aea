import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PodcastPlayer } from './engine/podcast-player.ts'
import type { PodcastSnapshot } from './engine/types.ts'

export const PodcastContext = createContext<PodcastPlayer | null>(null)

export function usePodcast(): { player: PodcastPlayer; snapshot: PodcastSnapshot } {
  const player = useContext(PodcastContext)
  if (!player) throw new Error('usePodcast needs a PodcastContext above it')
  return { player, snapshot: useSyncExternalStore(player.subscribe, player.getSnapshot) }
}
