import type { Language } from '@e-events/shared/domain/language.ts'
import { localeTags } from '@e-events/shared/ui/format.ts'

export interface Zone {
  name: string
  /** Place and present difference: 'Madrid (GMT+1)'. */
  label: string
  group: string
}

/** The zones that this browser knows, by part of the world. */
export function zonesIn(language: Language, at: number = Date.now()): Zone[] {
  const names = ['GMT', ...Intl.supportedValuesOf('timeZone')]
  return names.map((name) => {
    const [area = '', ...place] = name.split('/')
    const city = (place.join(', ') || area).replaceAll('_', ' ')
    return { name, label: name === 'GMT' ? 'GMT' : `${city} (${offsetOf(name, language, at)})`, group: place.length === 0 ? '' : area }
  })
}

export function offsetOf(zone: string, language: Language, at: number = Date.now()): string {
  const parts = new Intl.DateTimeFormat(localeTags[language], { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}
