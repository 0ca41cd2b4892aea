import type { ChangedBy } from '../../domains/catalogue/products/staff-audit.ts'
import type { cancelBody, rescheduleBody } from '@e-events/shared/contract/catalogue/product-fields.ts'
import { addBusinessDays } from '@e-events/shared/domain/business-days.ts'
import { fees } from '@e-events/shared/domain/fees.ts'
import { datedTypes } from '@e-events/shared/domain/product-rules.ts'
import { limits } from '@e-events/shared/limits.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../adapters/clock.ts'
import { writeAudit } from '../../db/audit-log.ts'
import type { ProductSessionRow } from '../../db/tables/catalogue.ts'
import type { BroadcastRepository } from '../../domains/live/broadcasts/repository.ts'
import { invalid } from '../../domains/catalogue/products/invalid.ts'
import { insertRefunds } from '../../domains/sales/money/refunds/repository.ts'
import { insertSession, readTimes } from '../../domains/catalogue/products/sessions.ts'
import type { LockedProduct, ProductWrites } from '../../domains/catalogue/products/write-repository.ts'
import type { RunEffects } from '../../events/effects.ts'
import type { Outbox } from '../../events/outbox.ts'
import { createChangeRepository } from '../../domains/catalogue/event-changes/repository.ts'

const dayMs = 24 * 60 * 60_000

type CancelBody = z.output<typeof cancelBody>
type RescheduleBody = z.output<typeof rescheduleBody>
export type ChangeEvent = ReturnType<typeof createChangeEvent>

/**
 * A published event that does not take place as announced. Its dates are frozen, so calling off and moving are acts of
 * their own: they leave the old date where it was, say what became of it, and tell everybody who has a ticket.
 */
export function createChangeEvent(deps: {
  knex: Knex
  products: ProductWrites
  broadcasts: BroadcastRepository
  meetings: { lockRunning(trx: Knex, productId: string): Promise<{ session_id: string | null } | undefined> }
  outbox: Outbox
  runEffects: RunEffects
  clock: Clock
}) {
  const { knex, products, clock } = deps
  const changes = createChangeRepository()

  return {
    /** @throws DomainError NOT_FOUND (session), STATE_CONFLICT, BROADCAST_STATE (on air), VALIDATION_FAILED */
    async cancel(productId: string, body: CancelBody, by: ChangedBy): Promise<void> {
      assertReason(body.reason, by)
      const slug = await knex.transaction(async (trx) => {
        const product = await lockPublished(trx, productId)
        const now = clock.now()
        const session = body.sessionId === null ? null : await lockComing(trx, productId, body.sessionId, now)
        await assertOffAir(trx, productId, session?.id ?? null)
        const coming = await changes.lockComing(trx, productId, now)
        if (coming.length === 0) throw new DomainError('STATE_CONFLICT')
        const isLast = session !== null && coming.length === 1 && !(await changes.hasPast(trx, productId, now))
        const whole = session === null || isLast
        await changes.setState(trx, whole ? coming.map(({ id }) => id) : [session.id], 'cancelled', now)
        if (whole) await products.update(trx, productId, { cancelled_at: now })
        const dueAt = addBusinessDays(now, fees.refundBusinessDays)
        await record(trx, product, by, {
          session_id: whole ? null : session.id,
          kind: 'cancelled',
          reason: body.reason,
          note: body.note,
          refunds_due_at: whole ? dueAt : null,
        })
        // One ticket covers every date: once some took place, staff decides what the rest is worth.
        if (whole && !(await changes.hasPast(trx, productId, now)))
          await insertRefunds(trx, { productId, reason: body.reason, by: by.actorId, dueAt })
        return product.slug
      })
      await announce(slug)
    },

    /**
     * @throws DomainError NOT_FOUND (session), STATE_CONFLICT, BROADCAST_STATE (on air), MOVE_LIMIT, VALIDATION_FAILED
     */
    async reschedule(productId: string, sessionId: string, body: RescheduleBody, by: ChangedBy): Promise<void> {
      assertReason(body.reason, by)
      const times = readTimes(body, clock.now())
      if (times.startsAt <= clock.now()) throw invalid('body.startsAt', 'in_the_past')
      const slug = await knex.transaction(async (trx) => {
        const product = await lockPublished(trx, productId)
        const session = await lockComing(trx, productId, sessionId, clock.now())
        await assertOffAir(trx, productId, sessionId)
        const isSame = times.startsAt.getTime() === session.starts_at.getTime() && times.endsAt.getTime() === session.ends_at.getTime()
        if (isSame) throw invalid('body.startsAt', 'unchanged')
        const moves = await changes.movesSince(trx, productId, new Date(clock.nowMs() - dayMs))
        if (moves >= limits.movesPerProductDay) throw new DomainError('MOVE_LIMIT')
        await changes.setState(trx, [sessionId], 'rescheduled', clock.now())
        const moved = await insertSession(trx, productId, times, sessionId)
        if (!moved) throw new DomainError('STATE_CONFLICT')
        await record(trx, product, by, {
          session_id: sessionId,
          new_session_id: moved.id,
          kind: 'rescheduled',
          reason: body.reason,
          note: body.note,
        })
        return product.slug
      })
      await announce(slug)
    },
  }

  /** Calling it the provider's fault makes the provider pay so that is for staff to say. */
  function assertReason(reason: CancelBody['reason'], by: ChangedBy): void {
    if (reason === 'provider' && !by.isAdmin) throw invalid('body.reason', 'staff_only')
  }

  async function lockPublished(trx: Knex, productId: string): Promise<LockedProduct> {
    const product = await products.edit(trx, productId)
    // A draft is simply changed or deleted.
    if (product.status === 'draft' || product.cancelled_at !== null || !datedTypes.has(product.type))
      throw new DomainError('STATE_CONFLICT')
    return product
  }

  async function lockComing(trx: Knex, productId: string, sessionId: string, now: Date): Promise<ProductSessionRow> {
    const session = await changes.lockSession(trx, productId, sessionId)
    if (!session) throw new DomainError('NOT_FOUND')
    if (session.state !== 'scheduled' || session.ends_at <= now) throw new DomainError('STATE_CONFLICT')
    if (await changes.wasHeld(trx, sessionId)) throw new DomainError('STATE_CONFLICT')
    return session
  }

  /** A date that is on air cannot be called off: its show or meeting ends first. */
  async function assertOffAir(trx: Knex, productId: string, sessionId: string | null): Promise<void> {
    const running = (await deps.broadcasts.lockRunning(trx, productId)) ?? (await deps.meetings.lockRunning(trx, productId))
    if (running && (sessionId === null || running.session_id === sessionId)) throw new DomainError('BROADCAST_STATE')
  }

  async function record(
    trx: Knex,
    product: LockedProduct,
    by: ChangedBy,
    change: Omit<Parameters<typeof changes.insert>[1], 'product_id' | 'changed_by'>,
  ): Promise<void> {
    const isWhole = change.session_id === null
    const told = isWhole ? null : await changes.lastTold(trx, product.id)
    const id = await changes.insert(trx, { ...change, product_id: product.id, changed_by: by.actorId, created_at: clock.now() })
    // A notice per product and hour: what changes meanwhile waits and is told as it stands then. The end of it all does
    // not wait.
    const availableAt = told === null ? clock.now() : new Date(Math.max(clock.nowMs(), told.getTime() + limits.changeNoticeMs))
    await deps.outbox.add(trx, 'event.changed', { changeId: id }, { dedupeKey: `event.changed:${id}`, availableAt })
    await writeAudit(trx, {
      actorId: by.actorId,
      requestId: by.requestId,
      address: by.address,
      action: change.kind === 'cancelled' ? 'product.cancel' : 'product.reschedule',
      subject: { type: 'product', id: product.id },
      before: null,
      after: { sessionId: change.session_id, newSessionId: change.new_session_id ?? null, reason: change.reason, note: change.note },
    })
  }

  async function announce(productSlug: string): Promise<void> {
    await deps.runEffects([
      { type: 'notify', event: { type: 'playback.changed', productSlug, broadcast: null } },
      { type: 'notify', event: { type: 'event.changed', productSlug } },
      { type: 'notify', event: { type: 'home.updated' } },
    ])
  }
}
