import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../adapters/clock.ts'
import type { Log } from '../../adapters/log.ts'
import { toJson } from '../../db/row.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { letterWords } from '../../mail/render.ts'
import type { MailData } from '../../mail/templates.ts'
import type { Notices } from '../../realtime/notices.ts'
import { createChangeRepository, type ChangeView, type Holder } from './repository.ts'

const holdersPerBatch = 200

/**
 * Tells everybody with a ticket, in their language, by mail and in the list of notifications. It runs from the outbox, batch by batch, and may be cut off and
 * repeated: whoever has the notification is not told again.
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
    const change = await changes.find(knex, changeId)
    if (!change || change.announced_at !== null) return
    const batchId = await knex.transaction((trx) => changes.startBatch(trx, change, wordsFor(change, change.language)))
    for (;;) {
      const page = { productId: change.product_id, batchId, now: clock.now(), limit: holdersPerBatch }
      const told = await knex.transaction(async (trx) => tell(trx, change, batchId, await changes.holders(trx, page)))
      if (told === 0) break
    }
    await changes.finish(knex, change, batchId, clock.now())
    await deps.notices.batch(batchId).catch((error: unknown) => deps.log.warn({ err: error }, 'open tabs did not hear of a changed event'))
  }

  async function tell(trx: Knex, change: ChangeView, batchId: string, holders: readonly Holder[]): Promise<number> {
    if (holders.length === 0) return 0
    const payload = toJson({ productSlug: change.product_slug, calendarChanged: true })
    const saved = await changes.insertNotices(
      trx,
      holders.map(({ id, locale }) => ({
        user_id: id,
        batch_id: batchId,
        type: templateOf(change),
        ...wordsFor(change, locale),
        payload,
        sent_at: clock.now(),
      })),
    )
    for (const holder of holders.filter(({ id }) => saved.has(id))) {
      const data = dataFor(change, holder.locale, holder.name)
      await deps.mailer.enqueue(trx, { template: templateOf(change), to: holder.email, language: holder.locale, data })
    }
    return holders.length
  }
}

function templateOf(change: Pick<ChangeView, 'kind'>): 'event_cancelled' | 'event_rescheduled' {
  return change.kind === 'cancelled' ? 'event_cancelled' : 'event_rescheduled'
}

function wordsFor(change: ChangeView, language: Language): { subject: string; content: string } {
  return letterWords(templateOf(change), language, dataFor(change, language, ''))
}

function dataFor(change: ChangeView, language: Language, name: string): MailData['event_cancelled'] & MailData['event_rescheduled'] {
  return {
    name,
    title: change.titles[language] ?? change.titles['es'] ?? change.titles[change.language] ?? change.product_slug,
    slug: change.product_slug,
    at: change.starts_at?.toISOString() ?? null,
    newAt: change.new_starts_at?.toISOString() ?? null,
    timezone: change.time_zone ?? 'Europe/Madrid',
    note: change.note === '' ? null : change.note,
    refundBy: change.refunds_due_at?.toISOString() ?? null,
  }
}
