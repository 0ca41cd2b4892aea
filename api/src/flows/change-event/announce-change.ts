import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import type { Log } from '../../adapters/log.ts'
import { toJson } from '../../db/row.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { letterWords } from '../../mail/render.ts'
import type { MailData } from '../../mail/templates.ts'
import type { Notices } from '../../realtime/notices.ts'
import { createChangeRepository, type Holder } from '../../domains/catalogue/event-changes/repository.ts'
import { notificationBatches } from '../../domains/engagement/notifications/batch-repository.ts'
import { sumUp, type ToldChange } from './sum-up.ts'

const holdersPerBatch = 200

/**
 * Tells everybody with a ticket, in their language, by mail and in the list of notifications. It runs from the outbox,
 * batch by batch, and may be cut off and repeated: whoever has the notification is not told again. One notice holds
 * every change of the product that nobody was told of yet.
 */
export function createAnnounceChange(deps: {
  knex: Knex
  mailer: Pick<Mailer, 'enqueue'>
  notices: Pick<Notices, 'batch'>
  clock: Clock
  log: Log
}) {
  const { knex, clock } = deps
  const changes = createChangeRepository()

  return async function announceChange(changeId: string): Promise<void> {
    const notice = await knex.transaction((trx) => begin(trx, changeId))
    if (!notice) return
    const { batchId, told } = notice
    for (;;) {
      const page = { productId: told.change.product_id, batchId, now: clock.now(), limit: holdersPerBatch }
      const count = await knex.transaction(async (trx) => tell(trx, told, batchId, await changes.holders(trx, page)))
      if (count === 0) break
    }
    await changes.finishBatch(knex, batchId, clock.now())
    await notificationBatches.finish(knex, batchId)
    await deps.notices.batch(batchId).catch((error: unknown) => deps.log.warn({ err: error }, 'open tabs did not hear of a changed event'))
  }

  /** Two processes with the same changes at the same moment use the same batch. */
  async function begin(trx: Knex, changeId: string): Promise<{ batchId: string; told: ToldChange } | null> {
    const change = await changes.lockUntold(trx, changeId)
    if (!change) return null
    const { product_id: productId, batch_id: known } = change
    const waiting = await changes.list(trx, known === null ? { productId } : { batchId: known })
    const told = sumUp(waiting)
    const changeIds = waiting.map(({ id }) => id)
    if (!told) {
      await changes.markAnnounced(trx, changeIds, clock.now())
      return null
    }
    if (known !== null) return { batchId: known, told }
    const words = wordsFor(told, told.change.language)
    const batchId = await notificationBatches.start(trx, { productId, words, now: clock.now() })
    await changes.setBatch(trx, changeIds, batchId)
    return { batchId, told }
  }

  async function tell(trx: Knex, told: ToldChange, batchId: string, holders: readonly Holder[]): Promise<number> {
    if (holders.length === 0) return 0
    const payload = toJson({ productSlug: told.change.product_slug, calendarChanged: true })
    const saved = await notificationBatches.insert(
      trx,
      holders.map(({ id, locale }) => ({
        user_id: id,
        batch_id: batchId,
        type: told.template,
        ...wordsFor(told, locale),
        payload,
        sent_at: clock.now(),
      })),
    )
    for (const holder of holders.filter(({ id }) => saved.has(id))) {
      const data = dataFor(told, holder.locale, holder.name)
      await deps.mailer.enqueue(trx, { template: told.template, to: holder.email, language: holder.locale, data })
    }
    return holders.length
  }
}

function wordsFor(told: ToldChange, language: Language): { subject: string; content: string } {
  return letterWords(told.template, language, dataFor(told, language, ''))
}

function dataFor(told: ToldChange, language: Language, name: string): MailData['event_cancelled'] & MailData['event_rescheduled'] {
  const { change, dates, note } = told
  const [first, ...others] = dates
  return {
    name,
    title: change.titles[language] ?? change.titles['es'] ?? change.titles[change.language] ?? change.product_slug,
    slug: change.product_slug,
    at: first?.at?.toISOString() ?? null,
    newAt: first?.newAt?.toISOString() ?? null,
    others: others.map(({ at, newAt }) => ({ at: at?.toISOString() ?? null, newAt: newAt?.toISOString() ?? null })),
    timezone: change.time_zone ?? 'Europe/Madrid',
    note,
    refundBy: change.refunds_due_at?.toISOString() ?? null,
  }
}
