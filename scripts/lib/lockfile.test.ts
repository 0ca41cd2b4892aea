import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { absentOptional, completeLock, entryForSystem } from './lockfile.mjs'
import { root } from './paths.mjs'

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; optional?: boolean; optionalDependencies?: Record<string, string> }>
}

describe('package-lock.json', () => {
  it('holds what its packages want on other systems, without which npm ci refuses it', () => {
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
    const absent = absentOptional(packages).filter(({ wantedBy }) => !packages[wantedBy]?.optional)
    expect(absent, 'mend with: node scripts/complete-lock.mjs').toEqual([])
  })

  it('is completed with what a name says about its system', () => {
    expect(entryForSystem('@oxfmt/binding-linux-arm64-musl', '1.2.3')).toEqual({
      version: '1.2.3',
      cpu: ['arm64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    })
    expect(entryForSystem('@oxlint/binding-win32-x64-msvc', '1.2.3')).toMatchObject({ os: ['win32'], cpu: ['x64'] })
    expect(entryForSystem('fsevents', '1.2.3')).toBeNull()
    expect(entryForSystem('@x/darwin-x64', '^1.2.3')).toBeNull()
  })

  it('is otherwise left as it is', () => {
    const lock: Lock = {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0', optionalDependencies: { '@a/linux-x64-gnu': '1.0.0', '@a/darwin-x64': '1.0.0' } },
        'node_modules/@a/linux-x64-gnu': { version: '1.0.0', optional: true },
        'node_modules/b': { optional: true, optionalDependencies: { '@b/win32-x64': '1.0.0' } },
        'node_modules/c/node_modules/d': { optionalDependencies: { e: '1.0.0' } },
        'node_modules/c/node_modules/e': { version: '1.0.0' },
      },
    }
    const { lock: completed, added } = completeLock(lock)
    expect(added).toEqual(['node_modules/@a/darwin-x64'])
    expect(Object.keys(completed.packages).toSorted()).toEqual([...Object.keys(lock.packages), ...added].toSorted())
    expect(completed.packages['node_modules/@a/darwin-x64']?.dev).toBeUndefined()
  })
})
