import { randomUUID } from 'node:crypto'
import { broadcastId } from '@e-events/shared/domain/ids.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { percentile } from '../lib/figures.ts'
import type { LabPage } from '../lib/lab-page.ts'
import { interleave, waitSeconds } from '../lib/rounds.ts'

/** The jitter buffer and the estimate of the bandwidth have found their level by then. */
const settleSec = 4

async function watchThroughSfu(bench: Bench, page: LabPage): Promise<void> {
  const stack = await bench.stack()
  const url = String(stack.env['SFU_CONTROL_URL'])
  const secret = String(stack.env['SFU_TOKEN_SECRET'])
  // A room that only the sfu knows: no ladder runs beside it.
  const room = broadcastId.parse(randomUUID())
  const feedId = randomUUID()
  const grant = (role: 'publisher' | 'viewer') => signSfuToken({ sub: randomUUID(), role, broadcastId: room }, secret, 60_000)
  await page.ask('publish', { url, token: await grant('publisher'), feedId })
  await page.ask('watch', { url, token: await grant('viewer'), feedId })
  await waitSeconds(1)
  const ciphers = await page.ask('ciphers')
  if (ciphers.length < 2 || ciphers.some((cipher) => !/GCM/.test(cipher))) throw new Error(`ciphers: ${ciphers.join(', ') || 'none'}`)
}

async function p95(bench: Bench, page: LabPage, who: string, begin: () => Promise<void>): Promise<number> {
  await page.reload()
  await begin()
  await waitSeconds(settleSec)
  const { ages, unreadable } = await page.ask('ages', bench.seconds)
  if (ages.length < 5 * bench.seconds)
    throw new Error(`${who}: only ${ages.length} readable frames in ${bench.seconds} s, ${unreadable} unreadable`)
  return percentile(ages, 95)
}

export const webrtcLatency: Row = {
  id: 'webrtc',
  title: 'WebRTC glass-to-glass, p95',
  async measure(bench) {
    await bench.stack()
    const browser = await bench.lab.browser()
    try {
      const page = await browser.open()
      const measured = await interleave(bench, 'webrtc', {
        ours: () => p95(bench, page, 'through the SFU', () => watchThroughSfu(bench, page)),
        baseline: () => p95(bench, page, 'the bare pair', () => page.ask('pair')),
      })
      return {
        figures: [
          {
            name: 'WebRTC glass-to-glass, p95',
            unit: 'ms',
            ...measured,
            goal: { ratioAtMost: 1.15, oursAtMost: 140 },
            note: 'a clock drawn on a 720p30 canvas, H264 at up to 2.5 Mb/s, read back from the pixels when the frame is presented; through the SFU against two peer connections in the same page. All connections of ours use AES-GCM (asserted in every round)',
          },
        ],
      }
    } finally {
      await browser.close()
    }
  },
}
