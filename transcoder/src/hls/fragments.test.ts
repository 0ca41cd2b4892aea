import { expect, it } from 'vitest'
import { avc1, box, initBytes, u32, zeros } from '../testing/fmp4-bytes.ts'
import { createFragmentReader } from './fragments.ts'

const noKey = 0x10000

/** A fragment of samples of so many ticks, with flags per sample or for the first one alone. */
function fragment(ticks: readonly number[], flags: 'key' | 'no key' | 'per sample' | 'usual'): number[] {
  const head = flags === 'usual' ? box('tfhd', u32(0x28), u32(1), u32(3_000), u32(noKey)) : box('tfhd', u32(0), u32(1))
  const first = flags === 'key' ? [...u32(0)] : flags === 'no key' ? [...u32(noKey)] : []
  const samples = ticks.flatMap((one) => [...u32(one), ...u32(10), ...(flags === 'per sample' ? u32(noKey) : [])])
  const kinds = 0x301 + (first.length > 0 ? 0x4 : 0) + (flags === 'per sample' ? 0x400 : 0)
  const run = box('trun', u32(kinds), u32(ticks.length), u32(8), first, samples)
  return [...box('moof', box('traf', head, run)), ...box('mdat', zeros(20))]
}

it('reads initialization and fragments out of bytes that come in any portions', () => {
  const init = initBytes({ sample: avc1, timescale: 90_000 })
  const parts = [
    fragment([45_000, 3_600], 'key'),
    fragment([9_000], 'no key'),
    fragment([9_000], 'per sample'),
    fragment([9_000], 'usual'),
    // A clock that went back: the sample gets the length of its neighbour.
    fragment([3_000, 2 ** 32 - 90, 3_000], 'key'),
  ]
  const stream = Buffer.from([...init, ...parts.flat(), ...box('mfra', zeros(4))])
  for (const portion of [1, 7, 100, 100_000]) {
    const reader = createFragmentReader()
    expect(reader.init).toBeUndefined()
    const found = []
    for (let at = 0; at < stream.length; at += portion) found.push(...reader.push(stream.subarray(at, at + portion)))
    expect(reader.init).toEqual(Buffer.from(init))
    expect(found.map(({ durationSec, isKey }) => [Number(durationSec.toFixed(4)), isKey])).toEqual([
      [0.54, true],
      [0.1, false],
      [0.1, false],
      [0.1, false],
      [0.1, true],
    ])
    expect(found.slice(0, 4).map(({ bytes }) => [...bytes])).toEqual(parts.slice(0, 4))
  }
})

it('refuses bytes that are no boxes', () => {
  expect(() => createFragmentReader().push(Buffer.from([0, 0, 0, 1, 1, 1, 1, 1]))).toThrow('a box of 1 bytes')
})
