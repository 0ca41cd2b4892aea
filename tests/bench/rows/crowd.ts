import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Row } from '../lib/bench.ts'
import { cpuOf, join, makeClips, startEdge } from '../lib/edge.ts'
import { waitSeconds } from '../lib/rounds.ts'

const crowds = { ours: 2_000, baseline: 200 } as const
const names = ['ours', 'baseline'] as const
/** Half a segment apart, so that editions of the two shows do not meet on the processor. */
const phases = { ours: 0, baseline: 1_000 } as const
const ageSec = 600
/** Small pictures: what a byte costs is in the rows of segments, and here are many viewers. */
const kbps = 150
const roundSec = 10
const settleSec = 10
/** Two lists and two segments in two seconds. */
const requestsPerMinute = 120

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
    // The lists of before have been compiled by the time that the crowd is in: what is idle then is at rest.
    await waitSeconds(settleSec)
    const restFrom = names.map((name) => cpuOf(sides[name]))
    await waitSeconds(seconds)
    const rest = names.map((name, index) => (cpuOf(sides[name]) - (restFrom[index] ?? 0)) / seconds)
    bench.say(`${names.map((name) => crowds[name]).join(' and ')} viewers join`)
    const viewers = await Promise.all(names.map((name) => join(sides[name], crowds[name], seconds * bench.rounds)))
    await waitSeconds(settleSec)
    const watching = viewers.map(({ count }) => count())
    // One that fails is heard of below.
    for (const each of watching) each.catch(() => undefined)
    const opened = await sides.ours.connections()
    const cost = { ours: [] as number[], baseline: [] as number[] }
    for (let round = 0; round < bench.rounds; round++) {
      const before = names.map((name) => cpuOf(sides[name]))
      await waitSeconds(seconds)
      for (const [index, name] of names.entries()) {
        const cpuSec = cpuOf(sides[name]) - (before[index] ?? 0) - (rest[index] ?? 0) * seconds
        cost[name].push((cpuSec * 60_000) / (crowds[name] * seconds))
      }
      const [ours = Number.NaN, baseline = Number.NaN] = [cost.ours.at(-1), cost.baseline.at(-1)]
      bench.say(
        `crowd, round ${round + 1}/${bench.rounds}: ${ours.toFixed(1)} with ${crowds.ours} viewers, ${baseline.toFixed(1)} with ${crowds.baseline}`,
      )
    }
    const newOnes = (await sides.ours.connections()) - opened
    bench.say(`${newOnes} connections for lists were opened meanwhile`)
    // One that was refused ends the row.
    const all = await Promise.all(watching)
    for (const side of Object.values(sides)) for (const child of side.children) await child.end('SIGTERM')
    for (const [index, name] of names.entries()) {
      const watched = all[index]
      const requests = (watched?.requests ?? 0) / ((crowds[name] * seconds * bench.rounds) / 60)
      bench.say(`${crowds[name]} viewers made ${requests.toFixed(0)} requests a viewer-minute`)
      if (requests < requestsPerMinute * 0.9)
        throw new Error(
          `${crowds[name]} viewers made ${requests.toFixed(0)} requests a viewer-minute instead of ${requestsPerMinute}: this machine was too busy for them`,
        )
    }
    return {
      figures: [
        {
          name: `Live viewer, one of ${crowds.ours} against one of ${crowds.baseline}`,
          unit: 'CPU ms per viewer-minute',
          ...cost,
          goal: { ratioAtMost: 1.1 },
          note: `nginx with one worker and the delivery behind it, plain HTTP, one token each, as hls.js asks: blocking reload and delta updates, and every segment (${kbps} kb/s, segments of 2 s, a show of 10 minutes); both crowds at the same time, ${seconds} s a round; what both use at rest (${rest.map((cores) => (cores * 1000).toFixed(1)).join(' and ')} ms a second) is subtracted; every answer was 200; ${newOnes} connections for lists were opened meanwhile`,
        },
      ],
    }
  },
}
