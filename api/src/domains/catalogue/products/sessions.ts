import type { addSessionBody } from '@e-events/shared/contract/catalogue/product-fields.ts'
import { datedTypes } from '@e-events/shared/domain/product-rules.ts'
import { toInstant } from '@e-events/shared/domain/session-time.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import { IANAZone } from 'luxon'
import type { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import { violatedConstraint } from '../../../db/errors.ts'
import type { ProductSessionRow } from '../../../db/tables/catalogue.ts'
import { invalid } from './invalid.ts'
import type { ProductWrites } from './write-repository.ts'

type SessionBody = z.output<typeof addSessionBody>
export interface SessionTimes {
  startsAt: Date
  endsAt: Date
  timeZone: string
}
interface SavedSession {
  productId: string
  sessionId: string
  /** The revision of the product that its editor saw. */
  seen: string | undefined
}
export type ProductSessions = ReturnType<typeof createProductSessions>

/** Dates of a product: added at any time, changed and removed while it is a draft. */
export function createProductSessions(deps: { knex: Knex; writes: ProductWrites; clock: Clock }) {
  const { knex, writes, clock } = deps

  return {
    /**
     * @throws DomainError EDIT_CONFLICT, PRODUCT_NOT_LIVE (a type without dates), STATE_CONFLICT (that start exists,
     * too many, called off), VALIDATION_FAILED
     */
    async add(productId: string, body: SessionBody, seen: string | undefined): Promise<void> {
      const times = readTimes(body, clock.now())
      await knex.transaction(async (trx) => {
        const row = await writes.edit(trx, productId, seen)
        if (!datedTypes.has(row.type)) throw new DomainError('PRODUCT_NOT_LIVE')
        if (row.cancelled_at !== null) throw new DomainError('STATE_CONFLICT')
        if ((await writes.countSessions(trx, productId)) >= limits.sessionsPerProduct) throw new DomainError('STATE_CONFLICT')
        if ((await insertSession(trx, productId, times)) === undefined) throw new DomainError('STATE_CONFLICT')
      })
    },

    /**
     * @throws DomainError EDIT_CONFLICT, NOT_FOUND, PRODUCT_FROZEN, STATE_CONFLICT (that start exists),
     * VALIDATION_FAILED
     */
    async change({ productId, sessionId, seen }: SavedSession, body: SessionBody): Promise<void> {
      const times = readTimes(body, clock.now())
      await knex.transaction(async (trx) => {
        await lockDraftSession(trx, { productId, sessionId, seen })
        try {
          await trx('product_sessions')
            .where({ id: sessionId })
            .update({ starts_at: times.startsAt, ends_at: times.endsAt, time_zone: times.timeZone })
        } catch (error) {
          if (violatedConstraint(error) === 'product_sessions_no_duplicate') throw new DomainError('STATE_CONFLICT')
          throw error
        }
      })
    },

    /** @throws DomainError EDIT_CONFLICT, NOT_FOUND, PRODUCT_FROZEN */
    async remove({ productId, sessionId, seen }: SavedSession): Promise<void> {
      await knex.transaction(async (trx) => {
        await lockDraftSession(trx, { productId, sessionId, seen })
        await trx('product_sessions').where({ id: sessionId }).delete()
      })
    },
  }

  async function lockDraftSession(trx: Knex, { productId, sessionId, seen }: SavedSession): Promise<void> {
    const row = await writes.edit(trx, productId, seen)
    const session = await trx('product_sessions').where({ id: sessionId, product_id: productId }).first('id')
    if (!session) throw new DomainError('NOT_FOUND')
    if (row.status !== 'draft') throw new DomainError('PRODUCT_FROZEN')
  }
}

/** The new date, or undefined where one begins at that moment already. */
export async function insertSession(
  trx: Knex,
  productId: string,
  times: SessionTimes,
  rescheduledFromId: string | null = null,
): Promise<ProductSessionRow | undefined> {
  const [row] = await trx('product_sessions')
    .insert({
      product_id: productId,
      starts_at: times.startsAt,
      ends_at: times.endsAt,
      time_zone: times.timeZone,
      rescheduled_from_id: rescheduledFromId,
    })
    .onConflict(trx.raw(`(product_id, starts_at) where state = 'scheduled'`))
    .ignore()
    .returning('*')
  return row
}

/** Converts typed dates to instants. @throws DomainError VALIDATION_FAILED */
export function readTimes(body: SessionBody, now: Date): SessionTimes {
  if (!IANAZone.isValidZone(body.timezone)) throw invalid('body.timezone', 'unknown_timezone')
  const startsAt = toInstant(body.startsAt, body.timezone)
  const endsAt = toInstant(body.endsAt, body.timezone)
  if (!startsAt) throw invalid('body.startsAt', 'no_such_time', 'clocks skip this time: summer time begins')
  if (!endsAt) throw invalid('body.endsAt', 'no_such_time', 'clocks skip this time: summer time begins')
  if (endsAt <= startsAt) throw invalid('body.endsAt', 'order', 'must be after startsAt')
  if (endsAt <= now) throw invalid('body.endsAt', 'in_the_past')
  return { startsAt, endsAt, timeZone: body.timezone }
}
