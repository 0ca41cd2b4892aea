export interface WorkerCandidate {
  workerId: string
  cpuPercent: number
  /** Rooms already on it: spreads what CPU does not show yet. */
  routers: number
  alive: boolean
}

export interface RankedWorker {
  workerId: string
  score: number
  reason: 'home' | 'has_router' | 'least_loaded'
}

export interface RankOptions {
  /** Viewers stay on the room's own worker until it is busier than this … */
  spreadAbovePercent: number
  /** … and another is idler by at least this much: without the margin two workers would take turns. */
  marginPercent: number
  /** Load that one router counts for, so that rooms opened in the same second spread over the workers. */
  routerPercent: number
}

export const defaultRankOptions: RankOptions = { spreadAbovePercent: 60, marginPercent: 15, routerPercent: 2 }

/** Workers for a new room, idlest first. */
export function rankForRoom(candidates: readonly WorkerCandidate[], options: RankOptions = defaultRankOptions): RankedWorker[] {
  return candidates
    .filter((candidate) => candidate.alive)
    .map((candidate) => ({ workerId: candidate.workerId, score: scoreOf(candidate, options), reason: 'least_loaded' as const }))
    .sort((a, b) => a.score - b.score || a.workerId.localeCompare(b.workerId))
}

/**
 * Workers for one more viewer of a room whose senders are on `homeId` and which has edge routers on `edgeIds`, best
 * first: home while it is calm, then edges that already receive the feeds (a pipe costs), then the idlest.
 */
export function rankForViewer(
  candidates: readonly WorkerCandidate[],
  room: { homeId: string; edgeIds: readonly string[] },
  options: RankOptions = defaultRankOptions,
): RankedWorker[] {
  const living = candidates.filter((candidate) => candidate.alive)
  const home = living.find((candidate) => candidate.workerId === room.homeId)
  return living
    .map((candidate): RankedWorker => {
      const score = scoreOf(candidate, options)
      if (candidate.workerId === room.homeId)
        return {
          workerId: candidate.workerId,
          score: home && home.cpuPercent <= options.spreadAbovePercent ? -1 : score - options.marginPercent,
          reason: 'home',
        }
      if (room.edgeIds.includes(candidate.workerId))
        return { workerId: candidate.workerId, score: score - options.marginPercent / 2, reason: 'has_router' }
      return { workerId: candidate.workerId, score, reason: 'least_loaded' }
    })
    .sort((a, b) => a.score - b.score || a.workerId.localeCompare(b.workerId))
}

/**
 * Load of a node: whatever is scarcer, processor or network. Hysteresis: the shown value follows rises at once and
 * falls slowly.
 */
export function nodeLoadPercent(
  sample: { cpuPercents: readonly number[]; egressMbps: number; maxEgressMbps: number },
  shownPercent: number,
): number {
  const cpu = sample.cpuPercents.length === 0 ? 100 : sample.cpuPercents.reduce((sum, value) => sum + value, 0) / sample.cpuPercents.length
  const network = (sample.egressMbps / sample.maxEgressMbps) * 100
  const now = Math.min(100, Math.max(cpu, network))
  return now >= shownPercent ? now : shownPercent - (shownPercent - now) * fallPerSample
}

const fallPerSample = 0.3

function scoreOf(candidate: WorkerCandidate, options: RankOptions): number {
  return candidate.cpuPercent + candidate.routers * options.routerPercent
}
