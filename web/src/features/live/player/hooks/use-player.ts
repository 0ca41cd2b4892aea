import { useEffect, useState } from 'react'
import { useServices } from '../../../../lib/services.ts'
import { PlayerEngine, type RefreshSources } from '../engine/player-engine.ts'
import { SoundChoice, type Sound } from '../engine/sound-choice.ts'
import { usePlayerState, type PlayerState } from './use-snapshot.ts'

const volumeKey = 'e-events.volume'
const rateKey = 'e-events.rate'
const wishKey = 'e-events.sound'

/**
 * The engine of this page, for as long as the page is open. `refresh` must bring fresh addresses when the old ones are
 * refused.
 */
export function usePlayer(refresh: RefreshSources): { engine: PlayerEngine; state: PlayerState } {
  const { clock } = useServices()
  const [engine] = useState(() => createEngine(clock.nowMs))
  const state = usePlayerState(engine)
  useEffect(() => engine.setRefresh(refresh), [engine, refresh])
  const { volume, isMuted } = state
  useEffect(() => keep(volumeKey, JSON.stringify({ volume, isMuted })), [volume, isMuted])
  useEffect(() => {
    engine.wake()
    return () => engine.close()
  }, [engine])
  return { engine, state }
}

function createEngine(nowMs: () => number): PlayerEngine {
  const sounds = new SoundChoice(storedWish(), (sound) => keep(wishKey, JSON.stringify(sound)))
  const rememberRate = (rate: number) => keep(rateKey, String(rate))
  return new PlayerEngine({ nowMs, rememberRate, sounds }, { ...storedSound(), rate: storedRate() })
}

function storedWish(): Sound | undefined {
  try {
    const { language, name } = JSON.parse(localStorage.getItem(wishKey) ?? '{}') as { language?: unknown; name?: unknown }
    return typeof name === 'string' && (language === null || typeof language === 'string') ? { language, name } : undefined
  } catch {
    return undefined
  }
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

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage refused: the choice then lasts as long as the page.
  }
}
