import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { Mailer } from '../../../mail/mailer.ts'

interface TicketFacts {
  email: string
  name: string
  locale: Language
  title: string
  slug: string
  starts_at: Date | null
  time_zone: string | null
  expires_at: Date | null
}

export type MailTicket = (trx: Knex, ticketId: string, now: Date) => Promise<void>

/** Tells by mail what somebody got, in the transaction of the ticket. */
export function createTicketMail(mailer: Pick<Mailer, 'enqueue'>): MailTicket {
  return async (trx, ticketId, now) => {
    const { rows } = await trx.raw<{ rows: TicketFacts[] }>(
      `select u.email, u.name, u.locale, coalesce(x.title, p.title) as title, p.slug, k.expires_at, next.starts_at, next.time_zone
       from tickets k join users u on u.id = k.user_id join products p on p.id = k.product_id
       left join product_translations x on x.product_id = p.id and x.language = u.locale
       left join lateral (
         select s.starts_at, s.time_zone from product_sessions s
         where s.product_id = p.id and s.state = 'scheduled' and s.ends_at > :now order by s.starts_at limit 1
       ) next on true
       where k.id = :ticketId`,
      { ticketId, now },
    )
    const [facts] = rows
    if (!facts) throw new Error('no ticket to write of')
    await mailer.enqueue(trx, {
      template: 'ticket',
      to: facts.email,
      language: facts.locale,
      data: {
        name: facts.name,
        title: facts.title,
        slug: facts.slug,
        at: facts.starts_at?.toISOString() ?? null,
        until: facts.expires_at?.toISOString() ?? null,
        timezone: facts.time_zone ?? 'Europe/Madrid',
      },
    })
  }
}
