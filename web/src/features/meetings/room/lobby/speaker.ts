import type { DeviceHub } from '@e-events/shared/rtc/devices.ts'
import { createStore, type Store } from '@e-events/shared/client/store.ts'
import { useSyncExternalStore } from 'react'

/** The loudspeakers that a meeting is heard from: an id of the browser; '' for those of the system. */
export interface Speaker extends Store<{ deviceId: string }> {
  /** False where the browser always plays on those of the system. */
  readonly canChoose: boolean
  choose(deviceId: string): void
}

const key = 'e-events.speaker'

export function createSpeaker(): Speaker {
  const store = createStore({ deviceId: stored() })
  return {
    get: store.get,
    subscribe: store.subscribe,
    canChoose: 'setSinkId' in HTMLMediaElement.prototype,
    choose(deviceId) {
      store.set({ deviceId })
      try {
        localStorage.setItem(key, deviceId)
      } catch {
        // Storage refused: the choice then lasts as long as the page.
      }
    },
  }
}

function stored(): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Device to play on now: the chosen loudspeakers while they are plugged in, else those of the system (''). */
export function useSink({ speaker, devices }: { speaker: Speaker; devices: DeviceHub }): string {
  const { deviceId } = useSyncExternalStore(speaker.subscribe, speaker.get)
  const { speakers } = useSyncExternalStore(devices.subscribe, devices.get)
  return speaker.canChoose && speakers.some((one) => one.deviceId === deviceId) ? deviceId : ''
}
