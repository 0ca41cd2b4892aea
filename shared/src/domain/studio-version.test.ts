import { describe, expect, it } from 'vitest'
import { isOlderVersion } from './studio-version.ts'

describe('versions of the studio', () => {
  it.each([
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', true],
    ['0.9.9', '0.10.0', true],
    ['1.0.0', '0.10.0', false],
    ['2.0.0-beta.1', '10.0.0', true],
    ['a copy of mine', '10.0.0', false],
  ])('%s is older than %s: %s', (version, than, isOlder) => {
    expect(isOlderVersion(version, than)).toBe(isOlder)
  })
})
