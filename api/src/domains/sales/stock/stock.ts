import type { BundlePartState } from '@e-events/shared/domain/bundles.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { AfterCommit } from '../../../events/domain-events.ts'
import * as repository from './repository.ts'
import type { OfferNext } from './waiting-list.ts'

/** A line of an order; a bundle holds its parts, too. */
export interface HeldItem {
  id: string
  product_id: string | null
  title: string
  quantity: number
  parts: readonly { product_id: string; title: string; state: BundlePartState }[]
}

/** Everything that lines hold: their products, and the parts that are bought with them. */
export function wantedOf(items: readonly HeldItem[]): (Wanted & { itemId: string })[] {
  return items.flatMap(({ id, product_id: productId, title, quantity, parts }) => {
    const line = { itemId: id, quantity, holder: { order_item_id: id } }
    const included = parts.filter(({ state }) => state === 'included')
    return [
      ...(productId === null ? [] : [{ ...line, productId, title }]),
      ...included.map((part) => ({ ...line, productId: part.product_id, title: part.title })),
    ]
  })
}

export type Stock = ReturnType<typeof createStock>

/** Pieces or seats that somebody wants of a product. */
export interface Wanted {
  productId: string
  /** Named where it is not left. */
  title?: string
  quantity: number
  holder: repository.Holder
}

/**
 * Limited numbers: an order, a free ticket or an offer holds what it takes, and gives it back at its end. The row of
 * the product's level is locked for every change, so that the last one is sold once.
 */
export function createStock(deps: { offerNext: OfferNext; clock: Clock }) {
  const { clock } = deps

  /**
   * Takes all of it for an account, or none. Pieces that others in the line wait for are not left; one that this
   * account was offered is.
   */
  async function takeOne(trx: Knex, level: repository.Level, { quantity, holder }: Wanted, userId: string): Promise<boolean> {
    const { productId } = level
    if (!level.isCounted) return true
    if (await repository.holdOf(trx, productId, holder)) return true
    const entry = await repository.openEntry(trx, productId, userId)
    const offer =
      entry?.status === 'offered' && (entry.offer_ends_at ?? 0) > clock.now()
        ? await repository.holdOf(trx, productId, { entry_id: entry.id })
        : undefined
    if (level.stock !== null) {
      const more = quantity - (offer?.quantity ?? 0)
      const left = level.stock - level.taken - (await repository.countWaiting(trx, productId, userId))
      if (more > 0 && more > left) return false
    }
    if (entry) await repository.moveEntry(trx, entry.id, 'taken')
    if (offer) await repository.deleteHolds(trx, [offer.id])
    const held = level.stock === null ? 0 : quantity
    if (held > 0) await repository.insertHold(trx, productId, held, holder)
    const change = held - (offer?.quantity ?? 0)
    await repository.changeTaken(trx, productId, change)
    level.taken += change
    return true
  }

  return {
    /**
     * Holds what an account wants, in the transaction of its order or ticket. A hold that is there stays as it is.
     * @throws DomainError SOLD_OUT where one of them is not left
     */
    async take(trx: Knex, wanted: readonly Wanted[], userId: string): Promise<void> {
      const levels = await repository.lockLevels(
        trx,
        wanted.map(({ productId }) => productId),
      )
      for (const want of wanted) {
        const level = levels.get(want.productId)
        if (!level || !(await takeOne(trx, level, want, userId)))
          throw new DomainError('SOLD_OUT', want.title === undefined ? {} : { soldOut: [want.title] })
      }
    },

    /** Holds one piece or seat, in the transaction of its ticket. False where none is left. */
    async takeIfLeft(trx: Knex, want: Wanted, userId: string): Promise<boolean> {
      const level = (await repository.lockLevels(trx, [want.productId])).get(want.productId)
      return level !== undefined && takeOne(trx, level, want, userId)
    },

    /**
     * Holds what a payment is for, if its hold is over: the late one is served if something is left. Answers the items
     * that are not.
     */
    async claim(trx: Knex, items: readonly HeldItem[], userId: string): Promise<Set<string>> {
      const goods = wantedOf(items)
      const levels = await repository.lockLevels(
        trx,
        goods.map(({ productId }) => productId),
      )
      const missing = new Set<string>()
      for (const { itemId, ...want } of goods) {
        const level = levels.get(want.productId)
        // All parts of a bundle, or none.
        if (level && !missing.has(itemId) && !(await takeOne(trx, level, want, userId))) missing.add(itemId)
      }
      return missing
    },

    /** Whether an account may order what is sold out for others. */
    isKeptFor: (db: Knex, productId: string, userId: string): Promise<boolean> => repository.isKeptFor(db, productId, userId, clock.now()),

    /** Gives back what items of an order hold, in the transaction of their end; the first in line gets an offer. */
    async releaseItems(trx: Knex, orderItemIds: readonly string[]): Promise<AfterCommit> {
      return release(trx, await repository.holdsOfItems(trx, orderItemIds))
    },

    /** Gives back what nobody pays for any more. Repeats what a process could not do. */
    async sweep(knex: Knex): Promise<void> {
      const idle = Map.groupBy(await repository.findIdleHolds(knex, clock.now()), ({ product_id: productId }) => productId)
      for (const [productId] of idle) {
        const after = await knex.transaction(async (trx) => {
          await repository.lockLevels(trx, [productId])
          // Judged again: an order may have been paid or prolonged since.
          const still = await repository.findIdleHolds(trx, clock.now())
          return release(
            trx,
            still.filter((hold) => hold.product_id === productId),
          )
        })
        await after()
      }
    },
  }

  async function release(trx: Knex, holds: readonly repository.HoldRef[]): Promise<AfterCommit> {
    if (holds.length === 0) return async () => {}
    const levels = await repository.lockLevels(
      trx,
      holds.map(({ product_id: productId }) => productId),
    )
    // Another one may have given them back before the lock.
    const given = await repository.deleteHolds(
      trx,
      holds.map(({ id }) => id),
    )
    for (const { product_id: productId, quantity } of given) await repository.changeTaken(trx, productId, -quantity)
    const afters: AfterCommit[] = []
    for (const productId of levels.keys()) afters.push(await deps.offerNext(trx, productId))
    return async () => {
      for (const after of afters) await after()
    }
  }
}
