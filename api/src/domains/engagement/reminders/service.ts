import type { Reminder } from '@e-events/shared/contract/engagement/reminders.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Actor } from '../../../http/actor.ts'
import { findProductAccess, isKnownTo } from '../../catalogue/read/product-access.ts'
import type { NotifyUser } from '../notifications/notify-user.ts'
import type { DueMoment, ReminderRepository } from './repository.ts'

export type Reminders = ReturnType<typeof createReminders>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** After a standstill a reminder that would be wrong by then is left out. */
const moments: readonly DueMoment[] = [
  { moment: 'day', leadMs: 24 * hourMs, lastMs: 12 * hourMs },
  { moment: 'hour', leadMs: hourMs, lastMs: 15 * minuteMs },
  { moment: 'minutes', leadMs: 5 * minuteMs, lastMs: 0 },
]
const peoplePerTransaction = 100

interface RemindersDeps {
  knex: Knex
  repository: ReminderRepository
  notifyUser: NotifyUser
  /** The secret half of the link that ends the reminders of an account. */
  optOutToken(userId: string): string
  clock: Clock
}

/** Mails and notifications before the dates of events, for people with a ticket and those who asked. */
export function createReminders({ knex, repository, notifyUser, optOutToken, clock }: RemindersDeps) {
  async function find(slug: string, viewer: Actor) {
    const access = await findProductAccess(knex, slug, viewer.id)
    if (!access || !isKnownTo(access, viewer, clock.now())) throw new DomainError('NOT_FOUND')
    return access.id
  }
  async function read(productId: string, userId: string): Promise<Reminder> {
    const row = await repository.find(knex, productId, userId, clock.now())
    return { isWanted: row.is_wanted, hasTicket: row.has_ticket, areOn: row.are_on }
  }

  return {
    get: async (slug: string, viewer: Actor): Promise<Reminder> => read(await find(slug, viewer), viewer.id),

    /** @throws DomainError STATE_CONFLICT where no date is to come */
    async set(slug: string, viewer: Actor, isWanted: boolean): Promise<Reminder> {
      const productId = await find(slug, viewer)
      const wish = { product_id: productId, user_id: viewer.id }
      if (isWanted) {
        const { has_date: hasDate } = await repository.find(knex, productId, viewer.id, clock.now())
        if (!hasDate) throw new DomainError('STATE_CONFLICT')
        await repository.wish(knex, { ...wish, wished_at: clock.now() })
      } else await repository.dropWish(knex, wish)
      return read(productId, viewer.id)
    },

    /** Sends all that are due. Several processes may run it at once, and each may die: a reminder is sent once. */
    async sendDue(): Promise<void> {
      for (const moment of moments) while ((await sendSome(moment)) > 0);
    },
  }

  async function sendSome(due: DueMoment): Promise<number> {
    const pushes = await knex.transaction(async (trx) => {
      const rows = await repository.take(trx, due, { now: clock.now(), limit: peoplePerTransaction })
      const made = []
      for (const row of rows) {
        const { name, title, slug, starts_at: startsAt, time_zone: timezone } = row
        const path = row.has_ticket ? paths.player(slug) : paths.product(slug)
        const data = { name, title, at: startsAt.toISOString(), timezone, moment: due.moment, path, optOut: optOutToken(row.id) }
        made.push(await notifyUser(trx, row, { template: 'event_reminder', data, payload: { productSlug: slug } }))
      }
      return made
    })
    for (const push of pushes) await push()
    return pushes.length
  }
}
