import type { Bench, Row } from '../lib/bench.ts'
import { median, type Figure, type Missing } from '../lib/figures.ts'
import { waitSeconds } from '../lib/rounds.ts'
import { goLive } from '../lib/show.ts'

/** The player has caught up with the live edge by then. */
const settleSec = 10
/** Every round starts a show and a player anew; more than this would take very long and tell nothing new. */
const mostRounds = 3

async function medianAge(bench: Bench, segmentDurationSec: 1 | 2): Promise<number> {
  const stack = await bench.stack()
  const show = await goLive(stack, { segmentDurationSec })
  const browser = await bench.lab.browser()
  try {
    const page = await browser.open()
    await page.ask('publish', { url: String(stack.env['SFU_CONTROL_URL']), token: show.grant.token, feedId: show.feedId })
    const masterUrl = await show.masterUrl()
    await page.ask('play', masterUrl)
    await waitSeconds(settleSec)
    const { ages, unreadable } = await page.ask('ages', bench.seconds)
    if (ages.length < 5 * bench.seconds)
      throw new Error(`only ${ages.length} readable frames in ${bench.seconds} s, ${unreadable} unreadable`)
    return median(ages) / 1000
  } finally {
    await browser.close()
    await show.end()
  }
}

export const hlsLatency: Row = {
  id: 'hls',
  title: 'HLS glass-to-glass, median',
  async measure(bench) {
    const figures: Figure[] = []
    const missing: Missing[] = []
    for (const [segmentDurationSec, oursAtMost] of [
      [1, 1.2],
      [2, 2.2],
    ] as const) {
      const name = `HLS glass-to-glass, median, ${segmentDurationSec} s segments`
      try {
        const ours: number[] = []
        for (let round = 0; round < Math.min(bench.rounds, mostRounds); round++) {
          ours.push(await medianAge(bench, segmentDurationSec))
          bench.say(`hls ${segmentDurationSec} s, round ${round + 1}: ${ours.at(-1)?.toFixed(2)} s`)
        }
        figures.push({
          name,
          unit: 's',
          ours,
          baseline: [],
          goal: { oursAtMost },
          note: `H264 720p30 of a browser through SFU and ladder (720p copied, 540p and 360p encoded) into our player engine in the same page; the clock is drawn into the picture and read back from its pixels; ${ours.length} shows of ${bench.seconds} s`,
        })
      } catch (error) {
        missing.push({ name, reason: `failed: ${error instanceof Error ? error.message : String(error)}` })
      }
    }
    return { figures, missing }
  },
}
