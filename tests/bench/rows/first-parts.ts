import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Row } from '../lib/bench.ts'
import { makeClips, startEdge } from '../lib/edge.ts'
import { measureCrowds, restText } from '../lib/two-crowds.ts'

const crowd = 100
/** Lists, first parts and rests of the two shows do not meet on the processor. */
const phases = { ours: 0, baseline: 250 } as const
const ageSec = 600
const kbps = 150
/** V8 compiles the last of what is used often at about 12,000 lists: two minutes of one list a second. */
const settleSec = { rest: 40, joined: 120 } as const
const restSec = 20
/** In a second: both lists in one answer, both first parts in one, and two rests; against two lists, two segments. */
const requestsPerMinute = { ours: 240, baseline: 240 } as const

export const firstParts: Row = {
  id: 'first-parts',
  title: 'Viewers who get the first part of each segment early',
  async measure(bench) {
    if (!process.env['NGINX_BIN']) return { figures: [], missing: [{ name: this.title, reason: 'nginx with njs is not on this machine' }] }
    const clips = path.join(bench.folder, 'first-parts-clips')
    await mkdir(clips, { recursive: true })
    await makeClips(clips, { kbps, segmentSec: 1 })
    const { seconds } = bench
    const sides = {
      ours: await startEdge(bench, clips, { name: 'parts', ageSec, phaseMs: phases.ours, segmentSec: 1, isInParts: true }),
      baseline: await startEdge(bench, clips, { name: 'whole', ageSec, phaseMs: phases.baseline, segmentSec: 1 }),
    }
    const viewers = { ours: crowd, baseline: crowd }
    const options = { id: 'first-parts', viewers, requestsPerMinute, seconds, settleSec, restSec }
    const { cost, rest, watched, requests } = await measureCrowds(bench, sides, options)
    const bytes = [watched.ours, watched.baseline].map(({ listBytes }) => (listBytes * 60) / (crowd * seconds * bench.rounds * 1000))
    return {
      figures: [
        {
          name: 'CPU per viewer-minute with first parts against whole segments',
          unit: 'CPU ms per viewer-minute',
          ...cost,
          goal: { ratioAtMost: 1 },
          note: `${crowd} viewers each, who stay, one token each, ${seconds} s a round, both crowds at the same time, plain HTTP through the shipped nginx; the same show of 10 minutes in segments of 1 s (${kbps} kb/s), blocking reload and delta updates; ours asks for both lists at once, for the first part of the pictures, which brings that of the sound, as soon as it is there, and for the rests by their ranges (${requests.ours.toFixed(0)} requests a viewer-minute, lists of ${bytes[0]?.toFixed(0)} KB), the baseline for each list and for whole segments (${requests.baseline.toFixed(0)}, ${bytes[1]?.toFixed(0)} KB); ${restText(rest)}; ${watched.ours.absentParts} first parts were not there when they were asked for`,
        },
      ],
    }
  },
}
