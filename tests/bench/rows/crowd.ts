import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Row } from '../lib/bench.ts'
import { makeClips, startEdge } from '../lib/edge.ts'
import { measureCrowds, restText } from '../lib/two-crowds.ts'

const crowds = { ours: 2_000, baseline: 200 } as const
/** Half a segment apart, so that editions of the two shows do not meet on the processor. */
const phases = { ours: 0, baseline: 1_000 } as const
const ageSec = 600
/** Small pictures: what a byte costs is in the rows of segments, and here are many viewers. */
const kbps = 150
const roundSec = 10
/** The lists of before have been compiled by the time that the crowd is in: what is idle then is at rest. */
const settleSec = { rest: 10, joined: 10 } as const
/** Two lists and two segments in two seconds. */
const requestsPerMinute = { ours: 120, baseline: 120 } as const

export const crowd: Row = {
  id: 'crowd',
  title: 'Two thousand viewers of one show',
  async measure(bench) {
    if (!process.env['NGINX_BIN']) return { figures: [], missing: [{ name: this.title, reason: 'nginx with njs is not on this machine' }] }
    const clips = path.join(bench.folder, 'crowd-clips')
    await mkdir(clips, { recursive: true })
    await makeClips(clips, { kbps })
    const seconds = Math.min(bench.seconds, roundSec)
    const sides = {
      ours: await startEdge(bench, clips, { name: 'crowd', ageSec, phaseMs: phases.ours }),
      baseline: await startEdge(bench, clips, { name: 'few', ageSec, phaseMs: phases.baseline }),
    }
    const options = { id: 'crowd', viewers: crowds, requestsPerMinute, seconds, settleSec, restSec: seconds }
    const { cost, rest, newConnections } = await measureCrowds(bench, sides, options)
    return {
      figures: [
        {
          name: `Live viewer, one of ${crowds.ours} against one of ${crowds.baseline}`,
          unit: 'CPU ms per viewer-minute',
          ...cost,
          goal: { ratioAtMost: 1.1 },
          note: `nginx with one worker and the delivery behind it, plain HTTP, one token each, as hls.js asks: blocking reload and delta updates, and every segment (${kbps} kb/s, segments of 2 s, a show of 10 minutes); both crowds at the same time, ${seconds} s a round; ${restText(rest)}; every answer was 200; ${newConnections} connections for lists were opened meanwhile`,
        },
      ],
    }
  },
}
