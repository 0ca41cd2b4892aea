import type { Watched } from '../servers/live-viewers.ts'
import type { Bench } from './bench.ts'
import { join, partsOf, type EdgeSide } from './edge.ts'
import { waitSeconds } from './rounds.ts'

const names = ['ours', 'baseline'] as const
type Both<T> = Record<(typeof names)[number], T>

export interface CrowdCosts {
  /** CPU ms per viewer-minute, round by round; what a side uses at rest is subtracted. */
  cost: Both<number[]>
  /** CPU seconds a second without anybody. */
  rest: Both<number>
  watched: Both<Watched>
  /** Requests of a viewer-minute. */
  requests: Both<number>
  /** Connections for lists that were opened to ours while it was counted. */
  newConnections: number
}

/**
 * Two crowds that watch two shows at the same time and stay for all rounds.
 * @throws Error where a viewer is refused, or asks less often than a player would
 */
export async function measureCrowds(
  bench: Bench,
  sides: Both<EdgeSide>,
  options: {
    id: string
    viewers: Both<number>
    requestsPerMinute: Both<number>
    seconds: number
    /** Before what is at rest is measured, and after the crowds have joined. */
    settleSec: { rest: number; joined: number }
    restSec: number
  },
): Promise<CrowdCosts> {
  const { id, viewers, seconds, settleSec, restSec } = options
  await waitSeconds(settleSec.rest)
  const restParts = await used(sides, restSec)
  bench.say(`${names.map((name) => viewers[name]).join(' and ')} viewers join`)
  const joined = await Promise.all(names.map((name) => join(sides[name], viewers[name], seconds * bench.rounds)))
  await waitSeconds(settleSec.joined)
  const watching = joined.map(({ count }) => count())
  // One that fails is heard of below.
  for (const each of watching) each.catch(() => undefined)
  const opened = await sides.ours.connections()
  const cost: Both<number[]> = { ours: [], baseline: [] }
  for (let round = 0; round < bench.rounds; round++) {
    const parts = await used(sides, seconds)
    const said = names.map((name) => {
      // The delivery and nginx.
      const each = parts[name].map((cores, index) => ((cores - (restParts[name][index] ?? 0)) * 60_000) / viewers[name])
      cost[name].push(sumOf(each))
      return `${sumOf(each).toFixed(1)} (${each.map((ms) => ms.toFixed(1)).join(' + ')}) with ${viewers[name]} viewers`
    })
    bench.say(`${id}, round ${round + 1}/${bench.rounds}: ${said.join(', ')}`)
  }
  const newConnections = (await sides.ours.connections()) - opened
  bench.say(`${newConnections} connections for lists were opened meanwhile`)
  const [ours, baseline] = await Promise.all([watching[0], watching[1]])
  if (!ours || !baseline) throw new Error('nobody watched')
  for (const side of Object.values(sides)) for (const child of side.children) await child.end('SIGTERM')
  const watched = { ours, baseline }
  const requests = { ours: Number.NaN, baseline: Number.NaN }
  for (const name of names) {
    const wanted = options.requestsPerMinute[name]
    requests[name] = watched[name].requests / ((viewers[name] * seconds * bench.rounds) / 60)
    const made = `${viewers[name]} viewers made ${requests[name].toFixed(0)} requests a viewer-minute`
    bench.say(made)
    if (requests[name] < wanted * 0.9) throw new Error(`${made} instead of ${wanted}: this machine was too busy for them`)
  }
  const rest = { ours: sumOf(restParts.ours), baseline: sumOf(restParts.baseline) }
  return { cost, rest, watched, requests, newConnections }
}

/** CPU seconds a second of each process of both sides. */
async function used(sides: Both<EdgeSide>, seconds: number): Promise<Both<number[]>> {
  const before = { ours: partsOf(sides.ours), baseline: partsOf(sides.baseline) }
  await waitSeconds(seconds)
  const since = (name: keyof typeof sides) => partsOf(sides[name]).map((sec, index) => (sec - (before[name][index] ?? 0)) / seconds)
  return { ours: since('ours'), baseline: since('baseline') }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** For the note of a figure. */
export const restText = ({ ours, baseline }: Both<number>): string =>
  `what both use at rest (${[ours, baseline].map((cores) => (cores * 1000).toFixed(1)).join(' and ')} ms a second) is subtracted`
