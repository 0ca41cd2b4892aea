import { fees } from '@e-events/shared/domain/fees.ts'
import { startedMinutes, type ShowPlan } from '@e-events/shared/domain/usage-pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { BroadcastRow } from '../../../../db/tables/live.ts'
import type { BroadcastPlanRow } from '../../../../db/tables/sales-ledger.ts'
import { balanceOf, takeMinutes } from './repository.ts'

type PlannedShow = BroadcastPlanRow & Pick<BroadcastRow, 'state' | 'first_media_at' | 'last_media_at' | 'ended_at'> & { owner_id: string }

export type ShowPlans = ReturnType<typeof createShowPlans>

/**
 * Plans that shows run on. Prepaid minutes are taken as they begin; where none is left, the show goes on by use: a
 * balance never ends it. The free option ends after its minutes, unless another plan was chosen before.
 */
export function createShowPlans({ knex, clock }: { knex: Knex; clock: Clock }) {
  /** @throws DomainError PREPAID_EMPTY */
  async function assertHasTime(trx: Knex, ownerId: string): Promise<void> {
    if ((await balanceOf(trx, ownerId)) === 0) throw new DomainError('PREPAID_EMPTY')
  }

  function shows(db: Knex) {
    return db('broadcast_plans as q')
      .join('broadcasts as b', 'b.id', 'q.broadcast_id')
      .join('products as p', 'p.id', 'b.product_id')
      .join('channels as c', 'c.id', 'p.channel_id')
      .select<PlannedShow[]>('q.*', 'b.state', 'b.first_media_at', 'b.last_media_at', 'b.ended_at', 'c.owner_id')
  }

  /** Minutes that began since the last ones were taken; the plan is held. */
  async function takeDue(trx: Knex, show: PlannedShow, now: Date): Promise<void> {
    const { broadcast_id: broadcastId, first_media_at: first, state } = show
    const until = state === 'ended' ? (show.last_media_at ?? show.ended_at) : state === 'on_air' ? now : null
    const isSettled = state === 'ended'
    const from = show.covered_until ?? first
    const due = first === null || from === null || until === null ? 0 : startedMinutes(from, until)
    const taken = due === 0 ? 0 : await takeMinutes(trx, { userId: show.owner_id, broadcastId, minutes: due, at: now })
    await trx('broadcast_plans')
      .where({ broadcast_id: broadcastId })
      .update({
        ...(from === null ? {} : { covered_until: new Date(from.getTime() + taken * 60_000) }),
        ...(taken < due ? { plan: 'usage' } : {}),
        is_settled: isSettled || taken < due,
      })
  }

  async function lockPrepaid(trx: Knex, broadcastId: string): Promise<PlannedShow | undefined> {
    const [show] = await shows(trx).where({ 'q.broadcast_id': broadcastId, 'q.plan': 'prepaid', 'q.is_settled': false }).forUpdate('q')
    return show
  }

  return {
    /** In the transaction that starts a show. @throws DomainError PREPAID_EMPTY */
    async begin(trx: Knex, show: { broadcastId: string; ownerId: string; plan: ShowPlan }): Promise<void> {
      const { broadcastId, ownerId, plan } = show
      if (plan === 'prepaid') await assertHasTime(trx, ownerId)
      await trx('broadcast_plans').insert({ broadcast_id: broadcastId, plan, is_settled: plan !== 'prepaid' })
    },

    /** @throws DomainError BROADCAST_STATE where no show runs, PREPAID_EMPTY */
    async choose(productId: string, plan: 'usage' | 'prepaid'): Promise<void> {
      await knex.transaction(async (trx) => {
        // The show first: the end of a free one holds it, too.
        const running = await trx('broadcasts')
          .where({ product_id: productId, kind: 'live' })
          .whereNot({ state: 'ended' })
          .forUpdate()
          .first()
        if (!running) throw new DomainError('BROADCAST_STATE')
        const now = clock.now()
        const before = await trx('broadcast_plans').where({ broadcast_id: running.id }).forUpdate().first()
        if (before?.plan === plan) return
        const prepaid = await lockPrepaid(trx, running.id)
        if (prepaid) await takeDue(trx, prepaid, now)
        if (plan === 'prepaid') {
          const channel = await trx('channels')
            .join('products', 'products.channel_id', 'channels.id')
            .where('products.id', productId)
            .first<{ owner_id: string } | undefined>('channels.owner_id')
          await assertHasTime(trx, channel?.owner_id ?? '')
        }
        const isFromBeginning = before?.plan === 'free' || running.first_media_at === null
        const chosen = {
          plan,
          is_settled: plan !== 'prepaid',
          covered_until:
            plan === 'prepaid' && !isFromBeginning ? later(now, before?.covered_until ?? null) : (before?.covered_until ?? null),
        }
        await trx('broadcast_plans')
          .insert({ broadcast_id: running.id, ...chosen })
          .onConflict('broadcast_id')
          .merge(chosen)
      })
    },

    planOf: async (broadcastId: string): Promise<BroadcastPlanRow | undefined> =>
      knex('broadcast_plans').where({ broadcast_id: broadcastId }).first(),

    /** Takes the minutes of every prepaid show that runs, and the last ones of those that ended. */
    async takeMinutes(): Promise<void> {
      const open = await knex('broadcast_plans').where({ plan: 'prepaid', is_settled: false }).pluck<string[]>('broadcast_id')
      for (const broadcastId of open) {
        await knex.transaction(async (trx) => {
          const show = await lockPrepaid(trx, broadcastId)
          if (show) await takeDue(trx, show, clock.now())
        })
      }
    },

    /** Free shows whose minutes are over. */
    async listOver(db: Knex, now: Date): Promise<string[]> {
      return db('broadcast_plans as q')
        .join('broadcasts as b', 'b.id', 'q.broadcast_id')
        .where('q.plan', 'free')
        .whereNot('b.state', 'ended')
        .where('b.first_media_at', '<=', new Date(now.getTime() - fees.freeOptionMinutes * 60_000))
        .pluck<string[]>('b.id')
    },
  }
}

const later = (a: Date, b: Date | null): Date => (b !== null && b > a ? b : a)
