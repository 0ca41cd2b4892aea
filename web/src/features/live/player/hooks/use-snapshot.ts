import { useState, useSyncExternalStore } from 'react'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerSnapshot } from '../engine/types.ts'

/** Fields that change by themselves while time passes. */
type PassingField = 'positionSec' | 'startSec' | 'endSec' | 'bufferedEndSec' | 'latencySec' | 'capturedAtMs'

/** A snapshot without the time that passes: it changes when something happens. */
export type PlayerState = Omit<PlayerSnapshot, PassingField>

type SnapshotSource = Pick<PlayerEngine, 'subscribe' | 'getSnapshot'>
type IsSame = (before: PlayerSnapshot, now: PlayerSnapshot) => boolean

const passing: Record<PassingField, true> = {
  positionSec: true,
  startSec: true,
  endSec: true,
  bufferedEndSec: true,
  latencySec: true,
  capturedAtMs: true,
}

const isSameState: IsSame = (before, now) =>
  (Object.keys(now) as (keyof PlayerSnapshot)[]).every((key) => key in passing || Object.is(before[key], now[key]))

/**
 * The newest snapshot; the one before for as long as `isSame` finds no difference for its reader, which then is not
 * drawn anew. `isSame` stays the first one that is given.
 */
export function useSnapshot(engine: SnapshotSource, isSame: IsSame = Object.is): PlayerSnapshot {
  const [read] = useState(() => {
    let kept = engine.getSnapshot()
    return () => {
      const now = engine.getSnapshot()
      if (!isSame(kept, now)) kept = now
      return kept
    }
  })
  return useSyncExternalStore(engine.subscribe, read)
}

/** For everything that the passing of time alone does not change: most of the player, several times a second. */
export function usePlayerState(engine: SnapshotSource): PlayerState {
  return useSnapshot(engine, isSameState)
}

/** One value of each snapshot: text, a number or a truth. */
export function useSelected<T extends string | number | boolean | null>(
  engine: SnapshotSource,
  select: (snapshot: PlayerSnapshot) => T,
): T {
  return useSyncExternalStore(engine.subscribe, () => select(engine.getSnapshot()))
}
