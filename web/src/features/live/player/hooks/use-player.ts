import { useEffect, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../../../lib/services.ts'
import { PlayerEngine, type RefreshSources } from '../engine/player-engine.ts'
import type { PlayerSnapshot } from '../engine/types.ts'

const volumeKey = 'e-events.volume'
const rateKey = 'e-events.rate'

/**
 * The engine of this page, for as long as the page is open. `refresh` must bring fresh addresses when the old ones are
 * refused.
 */
export function usePlayer(refresh: RefreshSources): { engine: PlayerEngine; snapshot: PlayerSnapshot } {
  const { clock } = useServices()
  const [engine] = useState(() => new PlayerEngine({ nowMs: clock.nowMs, rememberRate }, { ...storedSound(), rate: storedRate() }))
  const snapshot = useSyncExternalStore(engine.subscribe, engine.getSnapshot)
  useEffect(() => engine.setRefresh(refresh), [engine, refresh])
  useEffect(() => storeSound(snapshot.volume, snapshot.isMuted), [snapshot.volume, snapshot.isMuted])
  useEffect(() => {
    engine.wake()
    return () => engine.close()
  }, [engine])
  return { engine, snapshot }
}

function storedSound(): { volume?: number; isMuted?: boolean } {
  try {
    const { volume, isMuted } = JSON.parse(localStorage.getItem(volumeKey) ?? '{}') as { volume?: unknown; isMuted?: unknown }
    return {
      ...(typeof volume === 'number' && volume >= 0 && volume <= 1 ? { volume } : {}),
      ...(typeof isMuted === 'boolean' ? { isMuted } : {}),
    }
  } catch {
    return {}
  }
}

function storedRate(): number {
  try {
    const rate = Number(localStorage.getItem(rateKey))
    return rate >= 0.5 && rate <= 2 ? rate : 1
  } catch {
    return 1
  }
}

function rememberRate(rate: number): void {
  try {
    localStorage.setItem(rateKey, String(rate))
  } catch {
    // Storage refused: the rate then lasts as long as the page.
  }
}

function storeSound(volume: number, isMuted: boolean): void {
  try {
    localStorage.setItem(volumeKey, JSON.stringify({ volume, isMuted }))
  } catch {
    // Storage refused: the volume then lasts as long as the page.
  }
}
