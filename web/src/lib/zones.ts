import type { Language } from '@e-events/shared/domain/language.ts'
import { localeTags, zoneCity } from '@e-events/shared/ui/format.ts'

export interface Zone {
  name: string
  /** Place in the reader's language and present difference: 'Nueva York (GMT-5)'. */
  label: string
  /** More words to find it by: its technical name and the name of its time. */
  words: string
}

/** The zones that this browser knows, sorted by place. */
export function zonesIn(language: Language, at: number = Date.now()): Zone[] {
  const zones = ['GMT', ...Intl.supportedValuesOf('timeZone')].map((name) => zoneAs(name, language, at))
  const times = new Map<string, number>()
  for (const { label } of zones) times.set(label, (times.get(label) ?? 0) + 1)
  const sorter = new Intl.Collator(localeTags[language])
  return zones
    .map((zone) => (times.get(zone.label) === 1 ? zone : { ...zone, label: `${zone.label} · ${zoneCity(zone.name)}` }))
    .toSorted((a, b) => sorter.compare(a.label, b.label))
}

export function zoneAs(name: string, language: Language, at: number = Date.now()): Zone {
  const label = name === 'GMT' ? 'GMT' : `${zoneCity(name, language)} (${partOf(name, language, at, 'shortOffset')})`
  return { name, label, words: `${name.replaceAll('_', ' ')} ${partOf(name, language, at, 'longGeneric')}` }
}

function partOf(zone: string, language: Language, at: number, timeZoneName: 'shortOffset' | 'longGeneric'): string {
  const parts = new Intl.DateTimeFormat(localeTags[language], { timeZone: zone, timeZoneName }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}
