import { describe, expect, it, vi } from 'vitest'
import { avc1, box, initBytes, u32, zeros } from '../testing/fmp4-bytes.ts'
import { collectOutput, collectStills, type RunOutput } from './run-output.ts'

const media = (): Buffer => {
  const traf = box('traf', box('tfhd', u32(0), u32(1)), box('trun', u32(0x301), u32(1), u32(8), u32(9_000), u32(10)))
  return Buffer.from([...initBytes({ sample: avc1, timescale: 90_000 }), ...box('moof', traf), ...box('mdat', zeros(20))])
}

/** Whether the wait is over after so many milliseconds. */
async function isOver(output: RunOutput, { atMostMs, afterMs }: { atMostMs: number; afterMs: number }): Promise<boolean> {
  const ended = vi.fn()
  void output.changed(atMostMs).then(ended)
  await vi.advanceTimersByTimeAsync(afterMs)
  return ended.mock.calls.length > 0
}

describe('waiting for the output of a run', () => {
  it('ends with its time, with a fragment, and with a call, also one that came before', async () => {
    vi.useFakeTimers()
    const output = collectOutput(['720p'], () => undefined)
    expect(await isOver(output, { atMostMs: 5_000, afterMs: 4_999 })).toBe(false)
    await vi.advanceTimersByTimeAsync(1)

    output.wake()
    expect(await isOver(output, { atMostMs: 5_000, afterMs: 0 })).toBe(true)
    expect(await isOver(output, { atMostMs: 5_000, afterMs: 1_000 })).toBe(false)
    output.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)

    output.pipes[0]?.(media())
    expect(output.take()).toMatchObject([{ track: '720p', durationSec: 0.1 }])
    expect(output.take()).toEqual([])
    expect(await isOver(output, { atMostMs: 5_000, afterMs: 0 })).toBe(true)
    vi.useRealTimers()
  })
})

it('puts stills together, wherever their pipe was cut', () => {
  const [first, second] = [Buffer.from('ffd8aa11ffd9', 'hex'), Buffer.from('ffd8bb22cc33ffd9', 'hex')]
  const taken: string[] = []
  const push = collectStills((picture) => taken.push(picture.toString('hex')))
  push(first)
  push(second.subarray(0, 3))
  push(second.subarray(3, 7))
  expect(taken).toEqual(['ffd8aa11ffd9'])
  push(second.subarray(7))
  expect(taken).toEqual(['ffd8aa11ffd9', 'ffd8bb22cc33ffd9'])
})
