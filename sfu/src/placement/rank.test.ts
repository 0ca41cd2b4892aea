import { describe, expect, it } from 'vitest'
import { nodeLoadPercent, rankForRoom, rankForViewer, type WorkerCandidate } from './rank.ts'

const worker = (workerId: string, cpuPercent: number, routers = 0, alive = true): WorkerCandidate => ({
  workerId,
  cpuPercent,
  routers,
  alive,
})

describe('a worker for a room', () => {
  it.each<[string, WorkerCandidate[], string[]]>([
    ['none when all are dead', [worker('a', 0, 0, false)], []],
    ['the idlest', [worker('a', 50), worker('b', 10), worker('c', 30)], ['b', 'c', 'a']],
    ['not the one that just got a room, while the processor does not show it yet', [worker('a', 0, 1), worker('b', 0)], ['b', 'a']],
    ['not a dead one, however idle', [worker('a', 0, 0, false), worker('b', 90)], ['b']],
    ['always the same among equals', [worker('b', 5), worker('a', 5)], ['a', 'b']],
  ])('%s', (_, candidates, ids) => {
    expect(rankForRoom(candidates).map(({ workerId }) => workerId)).toEqual(ids)
  })
})

describe('a worker for a viewer', () => {
  const first = (candidates: WorkerCandidate[], edgeIds: string[] = []) => rankForViewer(candidates, { homeId: 'home', edgeIds })[0]

  it.each<[string, WorkerCandidate[], string[], string, string]>([
    ['home while it is calm, though others sleep', [worker('home', 55), worker('b', 0)], [], 'home', 'home'],
    ['another when home is busy', [worker('home', 80), worker('b', 10)], [], 'b', 'least_loaded'],
    ['home when it is busy and nobody is clearly idler', [worker('home', 80), worker('b', 70)], [], 'home', 'home'],
    [
      'an edge that already has the feeds, rather than a new one',
      [worker('home', 90), worker('b', 20, 1), worker('c', 18)],
      ['b'],
      'b',
      'has_router',
    ],
    ['a new one when the edges are busy too', [worker('home', 90), worker('b', 85), worker('c', 5)], ['b'], 'c', 'least_loaded'],
    ['not a dead one', [worker('home', 90), worker('b', 0, 0, false), worker('c', 20)], ['b'], 'c', 'least_loaded'],
  ])('%s', (...[, candidates, edgeIds, workerId, reason]) => {
    expect(first(candidates, edgeIds)).toMatchObject({ workerId, reason })
  })

  it('does not swing: the load that one viewer moves does not change the order back', () => {
    expect(first([worker('home', 62), worker('b', 50)])?.workerId).toBe('home')
    expect(first([worker('home', 61), worker('b', 51)])?.workerId).toBe('home')
  })
})

describe('load of a node', () => {
  it.each<[string, Parameters<typeof nodeLoadPercent>[0], number, number]>([
    ['the processor when it is scarcer', { cpuPercents: [80, 60], egressMbps: 100, maxEgressMbps: 1_000 }, 0, 70],
    ['the network when it is scarcer', { cpuPercents: [10], egressMbps: 900, maxEgressMbps: 1_000 }, 0, 90],
    ['full without any worker', { cpuPercents: [], egressMbps: 0, maxEgressMbps: 1_000 }, 0, 100],
    ['never above 100', { cpuPercents: [100], egressMbps: 5_000, maxEgressMbps: 1_000 }, 0, 100],
    ['falls slowly', { cpuPercents: [10], egressMbps: 0, maxEgressMbps: 1_000 }, 60, 45],
  ])('%s', (_, sample, shown, expected) => {
    expect(nodeLoadPercent(sample, shown)).toBeCloseTo(expected)
  })
})
