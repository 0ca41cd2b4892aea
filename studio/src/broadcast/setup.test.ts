import { describe, expect, it } from 'vitest'
import { fakeStorage } from '../testing/fakes.ts'
import { emptySetup, loadAirMark, loadDeviceId, loadSetup, saveAirMark, saveSetup, type DeskSetup } from './setup.ts'

const setup: DeskSetup = {
  version: 1,
  feeds: [{ key: 'camera-1', kind: 'camera', label: 'Stage', language: 'es', seat: null, preset: '720p', deviceId: 'cam' }],
  strips: [{ id: 'mic-1', kind: 'microphone', label: 'Voice', source: 'mic', gainDb: -3, muted: true, route: '*' }],
  masterDb: 2,
}

describe('a remembered desk', () => {
  it.each(['', '{', '[]', '{"version":2}', '{"version":1,"feeds":[{"key":""}],"strips":[],"masterDb":0}'])(
    'that cannot be read (%s) is an empty one',
    (text) => {
      expect(loadSetup(fakeStorage({ 'e-events.studio.desk.show': text }), 'show')).toEqual(emptySetup)
    },
  )

  it('comes back as it was, per product', () => {
    const storage = fakeStorage()
    saveSetup(storage, 'show', setup)
    expect(loadSetup(storage, 'show')).toEqual(setup)
    expect(loadSetup(storage, 'other')).toEqual(emptySetup)
  })

  it('is worth no crash when storage is full', () => {
    const full = fakeStorage()
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(() => saveSetup(full, 'show', setup)).not.toThrow()
  })

  it('knows what was on air until it is told otherwise', () => {
    const storage = fakeStorage()
    saveAirMark(storage, { slug: 'show', atMs: 5, keys: ['camera-1'] })
    expect(loadAirMark(storage)).toEqual({ slug: 'show', atMs: 5, keys: ['camera-1'] })
    saveAirMark(storage, null)
    expect(loadAirMark(storage)).toBeNull()
  })

  it('gives the device one name, for every window and every show', () => {
    const storage = fakeStorage()
    const first = loadDeviceId(storage, () => 'a')
    expect([first, loadDeviceId(storage, () => 'b')]).toEqual(['a', 'a'])
    expect(loadDeviceId(fakeStorage(), () => 'b')).toBe('b')
  })
})
