import { expect, it } from 'vitest'
import { joinFirstPart, splitFirstPart } from './first-part.ts'

const box = (type: string, content: number[]) => Uint8Array.of(0, 0, 0, 8 + content.length, ...Buffer.from(type), ...content)
const pictures = Uint8Array.of(...box('moof', [1, 2, 3]), ...box('mdat', [4, 5]))
const sound = { name: 'audio_00007.m4s', bytes: Uint8Array.of(...box('moof', [6]), ...box('mdat', [10, 7])) }

it('sound behind pictures is found again, and is one box that players skip', () => {
  const joined = joinFirstPart(pictures, sound)
  expect(splitFirstPart(joined)).toEqual({ pictures, sound })
  const at = pictures.length
  expect(new DataView(joined.buffer).getUint32(at)).toBe(joined.length - at)
  expect(Buffer.from(joined.subarray(at + 4, at + 8)).toString()).toBe('free')
  // As a loader hands it out: somewhere within a larger buffer.
  const within = new Uint8Array(joined.length + 5)
  within.set(joined, 5)
  expect(splitFirstPart(within.subarray(5))).toEqual({ pictures, sound })
})

it('pictures without sound stay as they are, whatever else they hold', () => {
  const other = Uint8Array.of(...pictures, ...box('free', [1, 2, 3]))
  for (const file of [pictures, other, Uint8Array.of(1, 2), new Uint8Array(0)])
    expect(splitFirstPart(file)).toEqual({ pictures: file, sound: undefined })
  // A box that says that it has no length ends nothing.
  expect(splitFirstPart(new Uint8Array(40)).sound).toBeUndefined()
})
