import { readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { enterBackOffice, readMode, readScheme, setBackOfficeShade, setMode } from '@e-events/shared/ui/theme/mode.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'

const script = readFileSync(path.join(import.meta.dirname, '../../public/theme-boot.js'), 'utf8')

/** Runs the script before the first paint of a page, with the present storage. */
function boot({ prefersDark = false } = {}): string | undefined {
  vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }))
  delete document.documentElement.dataset['mode']
  vm.runInThisContext(script)
  return document.documentElement.dataset['mode']
}

describe('the mode before the first paint', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    history.replaceState(null, '', '/')
  })

  it('falls back to normal for a value that is none of the three [UX-023]', () => {
    for (const value of ['light', 'dark', 'constructor', '']) {
      localStorage.setItem('e-events.mode', value)
      expect(boot({ prefersDark: true })).toBe('light')
    }
  })

  it('is the stored one after a reload, for each of the three [UX-023] [LIM-024]', () => {
    for (const mode of ['normal', 'alternative', 'back-office'] as const) {
      setMode(mode)
      expect(localStorage.getItem('e-events.mode')).toBe(mode)
      boot()
      expect(readMode()).toBe(mode)
    }
  })

  it('follows the dark setting of the system on a first visit, and no longer once something was chosen', () => {
    expect(boot({ prefersDark: true })).toBe('dark')
    expect(boot({ prefersDark: false })).toBe('light')
    setMode('normal')
    expect(boot({ prefersDark: true })).toBe('light')
  })

  it('knows the dark shade of the back office, which leaves the store alone', () => {
    setMode('back-office')
    setBackOfficeShade('dark')
    expect(boot()).toBe('backOfficeDark')
    setMode('normal')
    expect(boot()).toBe('light')
  })

  it('is the back office in the account and manage areas, in the shade that fits, and the store gets its own back [UX-024]', () => {
    for (const [mode, inside, outside] of [
      ['normal', 'backOffice', 'light'],
      ['alternative', 'backOfficeDark', 'dark'],
    ] as const) {
      setMode(mode)
      for (const path of ['/manage/modules', '/account', '/manage']) {
        history.replaceState(null, '', path)
        expect(boot()).toBe(inside)
      }
      history.replaceState(null, '', '/management')
      expect(boot()).toBe(outside)
      const leave = enterBackOffice()
      expect(readScheme()).toBe(inside)
      leave()
      expect(readScheme()).toBe(outside)
      expect(localStorage.getItem('e-events.mode')).toBe(mode)
    }
  })

  it('is the back office in the account and manage areas, as dark as the store is until its own shade is chosen [UX-024] [UX-027]', () => {
    for (const [at, stored, shade, shown] of [
      ['/manage/config-admin', 'normal', null, 'backOffice'],
      ['/account/my-data', 'alternative', null, 'backOfficeDark'],
      ['/account', 'alternative', 'light', 'backOffice'],
      ['/manage', 'normal', 'dark', 'backOfficeDark'],
      ['/accounts-are-something-else', 'alternative', null, 'dark'],
    ] as const) {
      localStorage.clear()
      localStorage.setItem('e-events.mode', stored)
      if (shade) localStorage.setItem('e-events.back-office-shade', shade)
      history.replaceState(null, '', at)
      expect([at, boot()]).toEqual([at, shown])
    }
    history.replaceState(null, '', '/')
  })

  it('gives the store its own look back when the back office is left, also where two of its pages overlap [UX-024]', () => {
    setMode('alternative')
    const leaveFirst = enterBackOffice()
    expect(readScheme()).toBe('backOfficeDark')
    setBackOfficeShade('light')
    const leaveSecond = enterBackOffice()
    leaveFirst()
    expect(readScheme()).toBe('backOffice')
    leaveSecond()
    expect(readScheme()).toBe('dark')
    expect(localStorage.getItem('e-events.mode')).toBe('alternative')
  })

  it('follows a choice in another tab, in the store and in the back office [UX-023]', () => {
    const choose = (key: string, value: string) => {
      localStorage.setItem(key, value)
      dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
    }
    setMode('normal')
    choose('e-events.mode', 'alternative')
    expect(readScheme()).toBe('dark')
    choose('e-events.mode', 'back-office')
    choose('e-events.back-office-shade', 'dark')
    expect(readScheme()).toBe('backOfficeDark')
    choose('e-events.mode', 'normal')
    expect(readScheme()).toBe('light')
    const leave = enterBackOffice()
    choose('e-events.back-office-shade', 'light')
    expect(readScheme()).toBe('backOffice')
    choose('e-events.language', 'pt')
    leave()
    expect(readScheme()).toBe('light')
  })

  it('sets the stored language, and Spanish where none of ours is stored', () => {
    for (const [stored, shown] of [
      ['pt', 'pt'],
      ['fr', 'es'],
    ] as const) {
      document.documentElement.lang = 'es'
      localStorage.setItem('e-events.language', stored)
      boot()
      expect(document.documentElement.lang).toBe(shown)
    }
  })
})
