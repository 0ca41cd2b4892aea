import { describe, expect, it } from 'vitest'
import { clock, count, date, duration, money, zoneCity, zoneMark } from './format.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('format', () => {
  it('writes money of each locale from minor units, grouped from a thousand on', () => {
    expect(plain(money(1234567, 'EUR', 'es'))).toBe('12.345,67 €')
    expect(plain(money(123456, 'EUR', 'es'))).toBe('1.234,56 €')
    expect(plain(money(1800, 'EUR', 'en'))).toBe('€18.00')
    expect(plain(money(1800, 'EUR', 'pt'))).toBe('18,00 €')
  })

  it('knows currencies without cents', () => {
    expect(plain(money(500, 'JPY', 'en'))).toBe('JP¥500')
  })

  it('groups counts', () => {
    expect(count(1312, 'es')).toBe('1.312')
  })

  it.each([
    [0, '0:00'],
    [127, '2:07'],
    [3727.9, '1:02:07'],
    [-3, '0:00'],
  ])('shows %d seconds as %s', (seconds, text) => expect(clock(seconds)).toBe(text))

  it.each([
    [30, '30 s'],
    [2700, '45 min'],
    [7800, '2 h 10 min'],
    [7200, '2 h'],
  ])('says %d seconds as %s', (seconds, text) => expect(duration(seconds)).toBe(text))

  it('shows one moment in the platform zone and in the zone of the viewer, across the clock change', () => {
    expect(date('2026-10-25T00:30:00Z', 'time', 'es')).toBe('02:30')
    expect(date('2026-10-25T01:30:00Z', 'time', 'es')).toBe('02:30')
    expect(date('2026-11-28T19:00:00Z', 'time', 'es')).toBe('20:00')
    expect(date('2026-11-28T19:00:00Z', 'time', 'en', 'America/Mexico_City')).toBe('13:00')
    expect(date('2026-11-28T19:00:00Z', 'full', 'es')).toBe('sábado, 28 de noviembre, 20:00')
  })

  it('names the city of a zone in the language of the reader', () => {
    expect(zoneCity('Europe/Madrid', 'es')).toBe('Madrid')
    expect(zoneCity('America/Mexico_City', 'es')).toBe('Ciudad de México')
    expect(zoneCity('America/Mexico_City', 'pt')).toBe('Cidade do México')
    expect(zoneCity('America/Mexico_City', 'en')).toBe('Mexico City')
    expect(zoneCity('UTC', 'es')).toBe('UTC')
  })

  it('marks an hour with its zone only where it is not the hour of the reader', () => {
    const at = '2026-11-28T19:00:00Z'
    expect(zoneMark(at, 'Europe/Madrid', { locale: 'es', viewer: 'America/Mexico_City' })).toBe('CET')
    expect(zoneMark(at, 'Europe/Madrid', { locale: 'es', viewer: 'Europe/Paris' })).toBe('')
  })
})
