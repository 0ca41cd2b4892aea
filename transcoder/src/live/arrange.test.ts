import { describe, expect, it } from 'vitest'
import { createArranger, isTooLong } from './arrange.ts'
import type { TrackFragment } from './run-output.ts'

const picture = (durationSec: number, isKey = false): TrackFragment => ({ track: '720p', bytes: Buffer.alloc(0), durationSec, isKey })
const sound = (count: number): TrackFragment[] =>
  Array.from({ length: count }, () => ({ track: 'audio', bytes: Buffer.alloc(0), durationSec: 0.1, isKey: true }))
const named = (all: readonly { name: string; durationSec: number }[]) =>
  all.map(({ name, durationSec }) => [name, Number(durationSec.toFixed(2))])

describe('pictures of a run', () => {
  it('make segments from key frame to key frame, known by what ended them', () => {
    const arranger = createArranger(['720p'], 1)
    // From the first key frame, anywhere, to the first one on the grid.
    expect(named(arranger.add([picture(0.37, true)], false).segments)).toEqual([['720p_00000.m4s', 0.37]])
    expect(arranger.add([picture(0.53, true)], false).segments).toEqual([])
    // Shorter than a fragment may be: a key frame ended it.
    expect(named(arranger.add([picture(0.47)], false).segments)).toEqual([['720p_00001.m4s', 1]])
  })

  it('begin another segment with a late key frame, and without one before a list would not hold it', () => {
    const arranger = createArranger(['720p'], 1)
    const added = arranger.add([picture(0.53, true), picture(0.52), picture(0.52), picture(0.52), picture(0.3)], false)
    expect(named(added.segments)).toEqual([
      ['720p_00000.m4s', 1.05],
      ['720p_00001.m4s', 1.04],
      ['720p_00002.m4s', 0.3],
    ])
    expect(added.segments.map(({ sinceKeySec }) => Number(sinceKeySec.toFixed(2)))).toEqual([1.05, 2.09, 2.39])
    expect(named(arranger.add([picture(0.53, true), picture(0.4)], false).segments)).toEqual([['720p_00003.m4s', 0.93]])
  })

  it('that stood still for longer than a list may say are not listed, nor such without a key frame for long', () => {
    const arranger = createArranger(['720p'], 2)
    const { segments } = arranger.add([picture(1.02, true), picture(1.02), picture(2.6, true), picture(1.02, true)], false)
    expect(named(segments)).toEqual([
      ['720p_00000.m4s', 2.04],
      ['720p_00001.m4s', 2.6],
    ])
    expect(segments.map((segment) => isTooLong(segment, 2))).toEqual([false, true])
    expect([4.4, 4.6].map((sinceKeySec) => isTooLong({ durationSec: 2, sinceKeySec }, 2))).toEqual([false, true])
    expect([1.45, 1.5].map((durationSec) => isTooLong({ durationSec, sinceKeySec: 1 }, 1))).toEqual([false, true])
  })

  it('make no segment of key frames that follow each other at once', () => {
    const arranger = createArranger(['720p'], 1)
    const added = arranger.add([picture(0.07, true), picture(0.1, true), picture(0.53, true), picture(0.4)], false)
    expect(named(added.segments)).toEqual([['720p_00000.m4s', 1.1]])
  })

  it('come out with the end of the run, whatever waited', () => {
    const arranger = createArranger(['720p', 'audio'], 1)
    expect(arranger.add([picture(0.53, true), ...sound(3)], false).segments).toEqual([])
    expect(named(arranger.add([], true).segments)).toEqual([
      ['720p_00000.m4s', 0.53],
      ['audio_00000.m4s', 0.3],
    ])
  })
})

it('sound ends where pictures do, and first parts of pictures come out with that of the sound', () => {
  const arranger = createArranger(['720p', 'audio'], 1)
  expect(arranger.add([picture(0.53, true), ...sound(4)], false).firstParts).toEqual([])
  const { firstParts } = arranger.add(sound(1), false)
  expect(named(firstParts)).toEqual([
    ['audio_00000.m4s', 0.5],
    ['720p_00000.m4s', 0.53],
  ])
  expect(firstParts.map((part) => part.sound && named([part.sound]))).toEqual([undefined, [['audio_00000.m4s', 0.5]]])
  const whole = arranger.add([picture(0.47), ...sound(5)], false)
  expect(named(whole.segments)).toEqual([
    ['720p_00000.m4s', 1],
    ['audio_00000.m4s', 1],
  ])
  expect(whole.firstParts).toEqual([])

  // Sound that was there before the pictures waits for them.
  expect(named(arranger.add(sound(5), false).firstParts)).toEqual([['audio_00001.m4s', 0.5]])
  expect(named(arranger.add([picture(0.53, true)], false).firstParts)).toEqual([['720p_00001.m4s', 0.53]])
})

it('pictures whose sound does not come are handed out whole', () => {
  const arranger = createArranger(['720p', 'audio'], 1)
  expect(arranger.add([picture(0.53, true)], false).firstParts).toEqual([])
  expect(named(arranger.add([picture(0.47)], false).segments)).toEqual([['720p_00000.m4s', 1]])
  expect(named(arranger.add(sound(10), false).firstParts)).toEqual([])
})
