import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { WaitingEntry } from '@e-events/shared/contract/sales/stock.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import type { AfterCommit } from '../../../events/domain-events.ts'
import type { MailData, MailTemplate } from '../../../mail/templates.ts'
import { isEventClosed } from '../../catalogue/read/event-facts.ts'
import { findProductAccess, hasValidTicket, isPubliclyVisible, type ProductAccess } from '../../catalogue/read/product-access.ts'
import * as repository from './repository.ts'

export type OfferNext = (trx: Knex, productId: string) => Promise<AfterCommit>
export type WaitingList = ReturnType<typeof createWaitingList>

/** Tells one account, by mail and in the list of notifications, in the transaction of what happened. */
export type Notify = <T extends MailTemplate>(
  trx: Knex,
  to: { id: string; email: string; locale: Language },
  message: { template: T; data: MailData[T]; payload?: Record<string, unknown> },
) => Promise<AfterCommit>

/** The line for what is sold out: what comes back is held for the first one until a deadline, then for the next. */
export function createWaitingList(deps: { knex: Knex; notify: Notify; clock: Clock; log: Log }) {
  const { knex, clock } = deps

  async function known(db: Knex, slug: string, userId: string): Promise<ProductAccess> {
    const access = await findProductAccess(db, slug, userId)
    if (!access || !isPubliclyVisible(access)) throw new DomainError('NOT_FOUND')
    return access
  }

  async function isOnSale(db: Knex, access: ProductAccess, now: Date): Promise<boolean> {
    const isOver = [access.sale_ends_at, access.expires_at].some((at) => at !== null && at <= now)
    const isEarly = access.sale_starts_at !== null && access.sale_starts_at > now
    return isPubliclyVisible(access) && access.cancelled_at === null && !isOver && !isEarly && !(await isEventClosed(db, access.id, now))
  }

  /** Ends the offers of a locked product whose time is over, then offers what is left to those who come next. */
  async function offerNext(trx: Knex, productId: string): Promise<AfterCommit> {
    const now = clock.now()
    const level = (await repository.lockLevels(trx, [productId])).get(productId)
    if (!level) return async () => {}
    for (const { id } of await repository.overdueOffers(trx, productId, now))
      level.taken -= await endOffer(trx, { id, productId }, 'passed')
    const afters: AfterCommit[] = []
    while (level.stock === null || level.taken < level.stock) {
      const next = await repository.nextInLine(trx, productId)
      if (!next) break
      const access = await findProductAccess(trx, next.slug, next.user_id)
      if (!access || !(await isOnSale(trx, access, now))) break
      if (hasValidTicket(access, now)) {
        await repository.moveEntry(trx, next.id, 'taken')
        continue
      }
      afters.push(await offer(trx, next, { level, now }))
    }
    return async () => {
      for (const after of afters) await after()
    }
  }

  async function offer(
    trx: Knex,
    next: repository.NextInLine,
    { level, now }: { level: repository.Level; now: Date },
  ): Promise<AfterCommit> {
    const endsAt = new Date(now.getTime() + limits.waitingOfferMs)
    await repository.moveEntry(trx, next.id, 'offered', { at: now, endsAt })
    if (level.stock !== null) {
      await repository.insertHold(trx, level.productId, 1, { entry_id: next.id })
      await repository.changeTaken(trx, level.productId, 1)
      level.taken += 1
    }
    const { user_id: id, email, locale, name, title, slug, plan } = next
    const path = plan === 'free' ? paths.product(slug) : paths.checkout(slug)
    const data = { name, title, slug, isFree: plan === 'free', until: endsAt.toISOString(), timezone: 'Europe/Madrid' }
    return deps.notify(trx, { id, email, locale }, { template: 'stock_offer', data, payload: { slug, path } })
  }

  /** Answers how much the offer held. */
  async function endOffer(trx: Knex, entry: { id: string; productId: string }, status: 'passed' | 'left'): Promise<number> {
    await repository.moveEntry(trx, entry.id, status)
    const hold = await repository.holdOf(trx, entry.productId, { entry_id: entry.id })
    if (!hold) return 0
    await repository.deleteHolds(trx, [hold.id])
    await repository.changeTaken(trx, entry.productId, -hold.quantity)
    return hold.quantity
  }

  async function leaveLine(trx: Knex, productId: string, userId: string): Promise<AfterCommit> {
    await repository.lockLevels(trx, [productId])
    const entry = await repository.openEntry(trx, productId, userId)
    if (!entry) return async () => {}
    await endOffer(trx, { id: entry.id, productId }, 'left')
    return offerNext(trx, productId)
  }

  async function show(db: Knex, productId: string, userId: string): Promise<WaitingEntry | null> {
    const entry = await repository.findEntry(db, productId, userId)
    if (!entry) return null
    // An offer whose time is over is none, whenever the timer comes round.
    const isPassed = entry.status === 'offered' && entry.offer_ends_at !== null && entry.offer_ends_at <= clock.now()
    const status = isPassed ? 'passed' : entry.status
    return {
      status,
      position: status === 'waiting' ? await repository.positionOf(db, entry) : null,
      offerEndsAt: status === 'offered' ? (entry.offer_ends_at?.toISOString() ?? null) : null,
    }
  }

  return {
    offerNext,

    async show(slug: string, userId: string): Promise<WaitingEntry | null> {
      return show(knex, (await known(knex, slug, userId)).id, userId)
    },

    /** @throws DomainError NOT_FOUND, ALREADY_HAS_TICKET, NOT_PURCHASABLE, NOT_SOLD_OUT while one is left */
    join(slug: string, userId: string): Promise<WaitingEntry | null> {
      return knex.transaction(async (trx) => {
        const now = clock.now()
        const access = await known(trx, slug, userId)
        if (hasValidTicket(access, now)) throw new DomainError('ALREADY_HAS_TICKET')
        if (!(await isOnSale(trx, access, now)) || access.subscription_only) throw new DomainError('NOT_PURCHASABLE')
        const level = (await repository.lockLevels(trx, [access.id])).get(access.id)
        if (!(await repository.openEntry(trx, access.id, userId))) {
          const isLeft = !level || level.stock === null || level.taken + (await repository.countWaiting(trx, access.id, null)) < level.stock
          if (isLeft) throw new DomainError('NOT_SOLD_OUT')
          await repository.insertEntry(trx, access.id, userId)
        }
        return show(trx, access.id, userId)
      })
    },

    async leave(slug: string, userId: string): Promise<WaitingEntry | null> {
      const { id } = await known(knex, slug, userId)
      const after = await knex.transaction((trx) => leaveLine(trx, id, userId))
      await after()
      return show(knex, id, userId)
    },

    /** Takes an account out of every line. */
    async leaveAll(trx: Knex, userId: string): Promise<AfterCommit> {
      const lines = await trx('waiting_list_entries')
        .where({ user_id: userId })
        .whereIn('status', [...repository.openStatuses])
        .orderBy('product_id')
        .select('product_id')
      const afters: AfterCommit[] = []
      for (const { product_id: productId } of lines) afters.push(await leaveLine(trx, productId, userId))
      return async () => {
        for (const after of afters) await after()
      }
    },

    /** Ends offers in time, and offers what an organizer added. */
    async run(): Promise<void> {
      for (const productId of await repository.findDue(knex, clock.now())) {
        try {
          const after = await knex.transaction((trx) => offerNext(trx, productId))
          await after()
        } catch (error) {
          deps.log.warn({ err: error, productId }, 'a waiting list could not be served yet')
        }
      }
    },
  }
}
