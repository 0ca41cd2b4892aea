import type { Download } from '@e-events/shared/contract/endpoint.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { OrderItemKind } from '@e-events/shared/domain/pricing.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MailFile } from '../../../adapters/mail.ts'
import type { Budget, RateLimits } from '../../../http/rate-limit.ts'
import type { Mailer } from '../../../mail/mailer.ts'

export type OrderMail = ReturnType<typeof createOrderMail>

interface MailedItem {
  kind: OrderItemKind
  title: string
  quantity: number
  total_minor: number
  slug: string | null
  parts: string[]
  is_missing: boolean
  starts_at: string | null
  time_zone: string | null
  expires_at: string | null
}

interface MailedOrder {
  number: number
  paid_at: Date
  currency: string
  tax_minor: number
  ticket_fee_minor: number
  support_minor: number
  total_minor: number
  email: string
  name: string
  locale: Language
  time_zone: string
  has_invoice: boolean
  items: MailedItem[]
}

/** Subscriptions tell of their payments in mails of their own. */
const told: ReadonlySet<OrderItemKind> = new Set(['channel_subscription', 'platform_subscription'])

/** Mail of a paid order with its lines; its documents and dates are attached as they are when it is sent. */
export function createOrderMail(deps: {
  knex: Knex
  mailer: Pick<Mailer, 'enqueue' | 'attach'>
  documents(orderId: string): Promise<readonly Download[]>
  calendar(orderId: string, language: Language): Promise<Download | undefined>
  rateLimits: Pick<RateLimits, 'consume'>
  clock: Clock
}) {
  const { mailer, clock } = deps
  mailer.attach('order', async ({ orderId }, language) => {
    const dates = await deps.calendar(orderId, language)
    return [...(await deps.documents(orderId)), ...(dates ? [dates] : [])].map(toFile)
  })

  async function send(trx: Knex, orderId: string, order: MailedOrder): Promise<void> {
    await mailer.enqueue(trx, {
      template: 'order',
      to: order.email,
      language: order.locale,
      data: {
        name: order.name,
        orderId,
        number: order.number,
        paidAt: order.paid_at.toISOString(),
        timezone: order.time_zone,
        currency: order.currency,
        lines: order.items.map((item) => ({
          kind: item.kind,
          title: item.title,
          quantity: item.quantity,
          totalMinor: item.total_minor,
          parts: item.parts,
          isMissing: item.is_missing,
          at: isoOf(item.starts_at),
          timezone: item.time_zone ?? order.time_zone,
          until: isoOf(item.expires_at),
        })),
        feeMinor: order.ticket_fee_minor,
        supportMinor: order.support_minor,
        taxMinor: order.tax_minor,
        totalMinor: order.total_minor,
        slug: order.items.find(({ slug, is_missing }) => slug !== null && !is_missing)?.slug ?? null,
        hasInvoice: order.has_invoice,
      },
    })
  }

  return {
    /** In the transaction of its payment. Nothing for an order of which nothing could be had: its refund tells that. */
    async announce(trx: Knex, orderId: string): Promise<void> {
      const order = await find(trx, orderId, clock.now())
      if (!order || order.items.every(({ kind, is_missing }) => told.has(kind) || is_missing)) return
      await send(trx, orderId, order)
    },

    /**
     * The same mail again, to the address that the account has now.
     * @throws DomainError NOT_FOUND, STATE_CONFLICT (not paid), RateLimitedError
     */
    async resend(orderId: string, userId: string): Promise<{ email: string }> {
      const own = await deps.knex('orders').where({ id: orderId, user_id: userId }).first('paid_at')
      if (!own) throw new DomainError('NOT_FOUND')
      if (own.paid_at === null) throw new DomainError('STATE_CONFLICT')
      await deps.rateLimits.consume('orderMail' satisfies Budget, orderId)
      return deps.knex.transaction(async (trx) => {
        const order = await find(trx, orderId, clock.now())
        if (!order) throw new DomainError('NOT_FOUND')
        await send(trx, orderId, order)
        return { email: order.email }
      })
    },
  }
}

/** Undefined for accounts that were erased: they get no mail. */
async function find(trx: Knex, orderId: string, now: Date): Promise<MailedOrder | undefined> {
  const { rows } = await trx.raw<{ rows: MailedOrder[] }>(
    `select o.number, o.paid_at, o.currency, o.tax_minor, o.ticket_fee_minor, o.support_minor, o.total_minor,
       u.email, u.name, u.locale, u.time_zone, exists (select 1 from invoices v where v.order_id = o.id) as has_invoice,
       (select json_agg(json_build_object('kind', i.kind, 'title', i.title, 'quantity', i.quantity, 'total_minor', i.total_minor, 'slug', p.slug,
          'parts', (select coalesce(json_agg(x.title order by x.position), '[]') from order_item_parts x where x.order_item_id = i.id and x.state = 'included'),
          'is_missing', exists (select 1 from refunds r where r.order_item_id = i.id and r.reason = 'duplicate'),
          'starts_at', next.starts_at, 'time_zone', next.time_zone,
          'expires_at', (select k.expires_at from tickets k where k.order_item_id = i.id and k.product_id = i.product_id and k.user_id = o.user_id
             and k.revoked_at is null)) order by i.position)
        from order_items i left join products p on p.id = i.product_id
        left join lateral (
          select s.starts_at, s.time_zone from product_sessions s where i.kind in ('access', 'bundle') and s.product_id = i.product_id
            and s.state = 'scheduled' and s.ends_at > :now and (i.session_id is null or s.id = i.session_id) order by s.starts_at limit 1
        ) next on true where i.order_id = o.id) as items
     from orders o join users u on u.id = o.user_id where o.id = :orderId and o.paid_at is not null and u.deleted_at is null`,
    { orderId, now },
  )
  return rows[0]
}

const isoOf = (at: string | null) => (at === null ? null : new Date(at).toISOString())

function toFile({ fileName, contentType, content }: Download): MailFile {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) throw new TypeError('files of mails are whole')
  return { fileName, contentType, base64: Buffer.from(content).toString('base64') }
}
