import { DomainError } from '@e-events/shared/errors.ts'
import type { Log } from '../../../adapters/log.ts'
import type { Elsewhere, LeasedPlayer } from '../../../realtime/leased-player.ts'
import type { Notifier } from '../../../realtime/notifier.ts'
import type { LeaseAnswer, LeaseClaim, LeaseOf, LeaseStore } from './lease-store.ts'

export type Leases = ReturnType<typeof createLeases>

/**
 * Playback leases: the rule of how many devices play by one ticket at a time. Without Redis nobody is refused: what
 * cannot be counted is not limited.
 */
export function createLeases(deps: {
  store: LeaseStore
  notifier: Notifier
  nameDevice(sessionId: string): Promise<string>
  /** On how many devices one ticket plays at a time. */
  readLimit(): Promise<number>
  log: Log
}) {
  const { store, log } = deps

  /** Undefined where the lease is held. */
  async function claim(player: LeasedPlayer, how: LeaseClaim, knownLimit?: number): Promise<Elsewhere | undefined> {
    const limit = knownLimit ?? (await deps.readLimit())
    const answer = await store.claim(player, { claim: how, sessionId: player.sessionId, limit }).catch((error: unknown) => {
      log.warn({ err: error }, 'playback is not limited: no store of leases')
      return { isHeld: true, ended: [], holderSessionId: null }
    })
    await tellEnded(answer.ended, player)
    return answer.isHeld ? undefined : describe(answer.holderSessionId, player.sessionId)
  }

  async function describe(sessionId: string | null, ownSessionId: string): Promise<Elsewhere> {
    const device = sessionId === null ? '' : await deps.nameDevice(sessionId)
    return { device, isOtherTab: sessionId === ownSessionId }
  }

  async function tellEnded(ended: LeaseAnswer['ended'], { productSlug, sessionId }: LeasedPlayer): Promise<void> {
    for (const { leaseId: lease, sessionId: from } of ended)
      await deps.notifier.notify({ type: 'playback.taken', productSlug, lease, ...(await describe(sessionId, from)) })
  }

  return {
    /** @throws DomainError PLAYING_ELSEWHERE */
    async start(player: LeasedPlayer, limit: number): Promise<void> {
      const elsewhere = await claim(player, 'start', limit)
      if (!elsewhere) return
      const rule = elsewhere.isOtherTab ? 'other_tab' : 'other_device'
      throw new DomainError('PLAYING_ELSEWHERE', { issues: [{ path: 'query.lease', rule, message: elsewhere.device }] })
    },
    async takeOver(player: LeasedPlayer): Promise<void> {
      await claim(player, 'takeOver')
    },
    /** Word of a player that runs. Answers what plays instead, where its lease has ended. */
    goOn: (player: LeasedPlayer, limit?: number) => claim(player, 'goOn', limit),
    readLimit: deps.readLimit,
    async leave(lease: LeaseOf): Promise<void> {
      await store.leave(lease)
    },
  }
}
