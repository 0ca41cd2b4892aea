import { languages } from '@e-events/shared/domain/language.ts'
import { describe, expect, it } from 'vitest'
import { zonesIn } from './zones.ts'

const winter = Date.UTC(2026, 0, 15)

describe('time zones', () => {
  it.each([
    ['es', 'America/New_York', 'Nueva York (GMT-5)'],
    ['en', 'America/New_York', 'New York (GMT-5)'],
    ['pt', 'America/New_York', 'Nova Iorque (GMT-5)'],
    ['es', 'Asia/Calcutta', 'India (GMT+5:30)'],
    ['pt', 'Europe/London', 'Reino Unido (GMT)'],
  ] as const)('are named in %s: %s is %s', (language, name, label) => {
    expect(
      zonesIn(language, winter)
        .find((zone) => zone.name === name || (zone.name === 'Asia/Kolkata' && name === 'Asia/Calcutta'))
        ?.label.replace('−', '-'),
    ).toMatch(label.replace('GMT)', 'GMT'))
  })

  it.each(languages)('have one name each in %s, in the order of its alphabet', (language) => {
    const labels = zonesIn(language, winter).map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels).toEqual(labels.toSorted(new Intl.Collator(language).compare))
  })
})
