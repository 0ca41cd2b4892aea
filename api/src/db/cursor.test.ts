import { DomainError } from '@e-events/shared/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { cursorKey, decodeCursor, encodeCursor } from './cursor.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 1 })
})
afterAll(() => database.drop())

const isTaken = (text: string) => {
  try {
    return decodeCursor(encodeCursor([text]), [cursorKey.instant])?.[0] === text
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

describe('instants of a cursor', () => {
  it.each([
    '2026-11-30T04:00:00.123456+00:00',
    '2024-02-29T23:59:59Z',
    '2026-11-30T04:00:00+15:59',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999-15:59',
  ])('%s is one', (text) => {
    expect(isTaken(text)).toBe(true)
  })

  it.each([
    '2026-02-30T04:00:00Z',
    '2025-02-29T04:00:00Z',
    '2026-13-01T04:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-11-30T24:00:00.000001Z',
    '2026-11-30T25:00:00Z',
    '2026-11-30T04:00:60Z',
    '2026-11-30T04:00:00+16:00',
    '2026-11-30T04:00:00+10:60',
    '2026-11-30',
    'now',
  ])('%s is none', (text) => {
    expect(isTaken(text)).toBe(false)
  })

  it('are never refused by the database, which would fail the lists that are read beside this one', async () => {
    const days = ['2026-02-28', '2026-02-29', '2026-04-31', '0000-12-31', '0001-01-01', '9999-12-31', '2026-00-10']
    const times = ['00:00:00', '23:59:59.999999', '24:00:00', '24:00:00.000001', '24:00:01', '12:60:00', '12:00:60']
    const zones = ['Z', '+00:00', '-15:59', '+15:60', '+16:00', '+23:00']
    const texts = days.flatMap((day) => times.flatMap((time) => zones.map((zone) => `${day}T${time}${zone}`))).filter(isTaken)
    // Three days, two times, three zones.
    expect(texts).toHaveLength(18)
    const { rows } = await database.knex.raw<{ rows: { text: string }[] }>(
      `select text from unnest(?::text[]) text where not pg_input_is_valid(text, 'timestamptz')`,
      [texts],
    )
    expect(rows).toEqual([])
  })
})
