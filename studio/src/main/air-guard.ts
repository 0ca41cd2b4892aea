import type { Language } from '@e-events/shared/domain/language.ts'

/** Electron's powerSaveBlocker. */
export interface PowerSave {
  start(type: 'prevent-display-sleep'): number
  stop(id: number): unknown
}

export interface AirGuard {
  readonly onAir: boolean
  readonly language: Language
  set(onAir: boolean, language: Language): void
}

/** On air the machine and its screen stay awake, and closing asks first. */
export function createAirGuard(power: PowerSave): AirGuard {
  let blocker: number | null = null
  let language: Language = 'es'
  return {
    get onAir() {
      return blocker !== null
    },
    get language() {
      return language
    },
    set(onAir, spoken) {
      language = spoken
      if (onAir && blocker === null) blocker = power.start('prevent-display-sleep')
      if (!onAir && blocker !== null) {
        power.stop(blocker)
        blocker = null
      }
    },
  }
}
