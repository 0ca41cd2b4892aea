import { createContext, useContext } from 'react'

/** The place of the picture, for what stands beside the player. */
export interface PlayerPlace {
  positionSec(): number
  seek(sec: number): void
}

export const PlayerPlaceContext = createContext<PlayerPlace | null>(null)

/** Null where nothing plays. */
export const usePlayerPlace = (): PlayerPlace | null => useContext(PlayerPlaceContext)
