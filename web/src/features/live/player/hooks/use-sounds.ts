import { localeTags } from '@e-events/shared/ui/format.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import type { PlayerEngine } from '../engine/player-engine.ts'
import type { PlayerState } from './use-snapshot.ts'

export interface SoundOption {
  label: string
  /** The film's own name for it, where it has one besides the language. */
  note: string
  isShown: boolean
  choose: () => void
}

/** Names that the ladder gives to what has none (see `transcoder/src/hls/master.ts`). */
const isGiven = (name: string, language: string | null) => name === language || /^(?:main|audio\d*)$/.test(name)

/** Sounds to choose from, in the reader's words; empty where there is one only. */
export function useSounds(engine: PlayerEngine, { sounds, shownSound }: PlayerState): SoundOption[] {
  const { t } = useTranslation('player')
  const names = new Intl.DisplayNames(localeTags[useLanguage()], { type: 'language' })
  return sounds.map((sound, index) => {
    const { language, name } = sound
    const own = isGiven(name, language) ? '' : name
    const label = language === null ? own || t('controls.soundNumber', { n: index + 1 }) : capital(names.of(language) ?? language)
    return {
      label,
      note: own === label ? '' : own,
      isShown: index === shownSound,
      choose: () => engine.sounds.choose(sound),
    }
  })
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
