import { describe, expect, it } from 'vitest'
import { idsIn, namedIds, readRegister } from '../../scripts/lib/register.mjs'

describe('the requirements register', () => {
  it('names every requirement once, with what it asks and how it is shown', () => {
    const rows = readRegister()
    expect(rows.length).toBeGreaterThan(700)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { id, requirement, accept } of rows) {
      expect(id).toMatch(/^[A-Z]{2,5}-\d{3}$/)
      expect(requirement && accept, id).toBeTruthy()
    }
  })

  it('holds every id that a test names', () => {
    const known = new Set(readRegister().map(({ id }) => id))
    const unknown = [...namedIds()].filter(([id]) => !known.has(id)).map(([id, files]) => `${id} in ${files.join(', ')}`)
    expect(unknown).toEqual([])
  })

  it('reads one id, several, and no lookalikes', () => {
    const [open, close] = ['[', ']']
    expect(
      idsIn(
        `it('a ${open}LIVE-001${close}') it('b ${open}PLY-001, PLY-002${close} ${open}PLY-001${close}') x${open}0${close} ${open}live-001${close} LIVE-009`,
      ),
    ).toEqual(['LIVE-001', 'PLY-001', 'PLY-002'])
  })
})
