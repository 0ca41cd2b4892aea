import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../../db/knex.ts'
import { toJson } from '../../../../db/row.ts'
import type { ChannelRow } from '../../../../db/tables/catalogue.ts'
import type { UserRow } from '../../../../db/tables/people.ts'
import type { InvoiceRow } from '../../../../db/tables/sales-ledger.ts'
import type { OrderRow } from '../../../../db/tables/sales.ts'
import type { Buyer, InvoiceLine, Seller } from './document.ts'
import type { InvoiceListItem } from './invoice-list.ts'

export interface NewInvoice {
  kind: InvoiceRow['kind']
  series: string
  /** Null: the platform itself sells. */
  channelId: string | null
  currency: string
  /** The sale; or a month of a channel, where the platform invoices what was used. */
  of: { order: Pick<OrderRow, 'id'> } | { use: { channelId: string; period: string; locale: Language } }
  refundId?: string
  correctsId?: string
  seller: Seller
  buyer: Buyer
  lines: readonly InvoiceLine[]
  issuedAt: Date
}

/** An invoice with all that its document says. */
export interface InvoiceView extends Pick<
  InvoiceRow,
  'id' | 'kind' | 'number' | 'issued_at' | 'currency' | 'net_minor' | 'tax_minor' | 'total_minor'
> {
  series: string
  corrects_series: string | null
  corrects_number: number | null
  seller: Seller
  buyer: Buyer
  lines: InvoiceLine[]
  /** Null for what was used. */
  order_number: number | null
  /** The month in which it was used, by its first day. */
  period: string | null
  paid_at: Date | null
  language: Language
  is_test: boolean
}

/** Invoice or credit note of the platform for what a channel used in a month. */
export interface UseInvoice extends InvoiceListItem {
  channel_id: string
  period: string
  currency: string
}

export type InvoiceRepository = ReturnType<typeof createInvoiceRepository>

/** Party that runs the installation, as its invoices name it. */
export interface Operator {
  name: string | undefined
  taxId: string | undefined
  address: string | undefined
}

interface SellerRow
  extends
    Pick<
      ChannelRow,
      'title' | 'business_name' | 'billing_nif' | 'billing_address' | 'billing_city' | 'billing_postal_code' | 'billing_country'
    >,
    Pick<UserRow, 'name' | 'surname'> {}

const lineColumns = `order_item_id, position, title, quantity, net_minor, tax_basis_points, tax_minor, total_minor, tax_reason, tax_place`
const insertInvoice = `with s as (
    select id from invoice_series where (channel_id = $1 or $1::uuid is null and channel_id is null) and name = $2
  ), v as (
    insert into invoices (series_id, kind, order_id, channel_id, period, locale, refund_id, corrects_id, issued_at, seller, buyer, currency,
      net_minor, tax_minor, total_minor)
    select s.id, $3, $4::uuid, $5::uuid, $6::date, $7, $8::uuid, $9::uuid, $10::timestamptz, $11::jsonb, $12::jsonb, $13, $14::bigint, $15::bigint, $16::bigint
    from s returning id
  ), l as (
    insert into invoice_lines (invoice_id, ${lineColumns})
    select v.id, ${lineColumns.replaceAll(/\w+/g, 'x.$&')} from v, jsonb_populate_recordset(null::invoice_lines, $17::jsonb) x
    returning id, position
  )
  select v.id, (select json_agg(l.id order by l.position) from l) as line_ids from v`

export function createInvoiceRepository(knex: Knex, operator: Partial<Operator> = {}) {
  return {
    async sellerOf(trx: Knex, channelId: string | null): Promise<Seller> {
      if (channelId === null) {
        const { name = 'e-events', taxId = null, address = null } = operator
        // The address holds town and postal code; the country is what taxes are decided by.
        const site = await trx('payment_config').first('seller_country')
        return { name, channel: name, taxId, address, city: null, postalCode: null, country: site?.seller_country ?? null }
      }
      const [row] = await prepared<SellerRow>(
        trx,
        'invoice-seller',
        `select c.title, c.business_name, c.billing_nif, c.billing_address, c.billing_city, c.billing_postal_code, c.billing_country,
           u.name, u.surname from channels c join users u on u.id = c.owner_id where c.id = $1`,
        [channelId],
      )
      if (!row) throw new Error('the channel is gone')
      return {
        name: row.business_name || [row.name, row.surname].filter(Boolean).join(' ') || row.title,
        channel: row.title,
        taxId: row.billing_nif,
        address: row.billing_address,
        city: row.billing_city,
        postalCode: row.billing_postal_code,
        country: row.billing_country,
      }
    },

    /** Takes the next number of the series under its row lock: what is rolled back leaves no gap. */
    async insert(trx: Knex, invoice: NewInvoice): Promise<{ id: string; lineIds: string[] }> {
      const written = await write(trx, invoice)
      if (written) return written
      // The first invoice of a year.
      await trx('invoice_series')
        .insert({ channel_id: invoice.channelId, name: invoice.series })
        .onConflict(['channel_id', 'name'])
        .ignore()
      const first = await write(trx, invoice)
      if (!first) throw new Error('no series of invoices')
      return first
    },

    /** The invoice of a sale; undefined where the order was paid before there were invoices. */
    invoiceOf(trx: Knex, orderId: string): Promise<Pick<InvoiceRow, 'id' | 'seller' | 'buyer'> | undefined> {
      return trx('invoices').where({ order_id: orderId, kind: 'invoice' }).first('id', 'seller', 'buyer')
    },

    linesOf,

    /** Invoices of the platform to these channels, the oldest first. */
    async ofChannels(channelIds: readonly string[]): Promise<UseInvoice[]> {
      const rows = await knex('invoices as v')
        .join('invoice_series as s', 's.id', 'v.series_id')
        .whereIn('v.channel_id', [...channelIds])
        .orderBy(['v.issued_at', { column: 'v.kind', order: 'desc' }, 'v.number'])
        .select<(Omit<UseInvoice, 'issued_at'> & { issued_at: Date })[]>(
          'v.id',
          'v.kind',
          'v.number',
          'v.issued_at',
          'v.channel_id',
          'v.period',
          'v.currency',
          's.name as series',
        )
      return rows.map((row) => ({ ...row, issued_at: row.issued_at.toISOString() }))
    },

    /**
     * For its buyer, the owner of its seller's channel or of the channel that it is for, and administrators; undefined
     * for everybody else.
     */
    async find(id: string, reader: { userId: string; isAdmin: boolean }): Promise<InvoiceView | undefined> {
      const [row] = await views('v.id = :id and (o.user_id = :userId or c.owner_id = :userId or used.owner_id = :userId or :isAdmin)', {
        id,
        ...reader,
      })
      return row
    },

    /** Documents of an order, the oldest first. */
    ofOrder: (orderId: string): Promise<InvoiceView[]> => views('v.order_id = :orderId', { orderId }),
  }

  /** Writes it with its lines, in one statement; undefined where its series is still to be made. */
  async function write(trx: Knex, invoice: NewInvoice): Promise<{ id: string; lineIds: string[] } | undefined> {
    const { of: subject } = invoice
    const use = 'use' in subject ? subject.use : undefined
    const sum = (of: 'netMinor' | 'taxMinor' | 'totalMinor') => invoice.lines.reduce((all, line) => all + line[of], 0)
    const lines = invoice.lines.map((line, position) => ({
      order_item_id: line.orderItemId,
      position,
      title: line.title,
      quantity: line.quantity,
      net_minor: line.netMinor,
      tax_basis_points: line.taxBasisPoints,
      tax_minor: line.taxMinor,
      total_minor: line.totalMinor,
      tax_reason: line.taxedBy?.reason ?? null,
      tax_place: line.taxedBy?.place ?? null,
    }))
    const [row] = await prepared<{ id: string; line_ids: string[] }>(trx, 'insert-invoice', insertInvoice, [
      invoice.channelId,
      invoice.series,
      invoice.kind,
      'order' in subject ? subject.order.id : null,
      use?.channelId ?? null,
      use?.period ?? null,
      use?.locale ?? null,
      invoice.refundId ?? null,
      invoice.correctsId ?? null,
      invoice.issuedAt,
      toJson(invoice.seller),
      toJson(invoice.buyer),
      invoice.currency,
      sum('netMinor'),
      sum('taxMinor'),
      sum('totalMinor'),
      toJson(lines),
    ])
    return row && { id: row.id, lineIds: row.line_ids }
  }

  async function linesOf(db: Knex, invoiceId: string): Promise<InvoiceLine[]> {
    const rows = await db('invoice_lines').where({ invoice_id: invoiceId }).orderBy('position')
    return rows.map((row) => ({
      title: row.title,
      quantity: row.quantity,
      netMinor: row.net_minor,
      taxBasisPoints: row.tax_basis_points,
      taxMinor: row.tax_minor,
      totalMinor: row.total_minor,
      orderItemId: row.order_item_id,
      taxedBy: row.tax_reason === null ? undefined : { reason: row.tax_reason, place: row.tax_place },
    }))
  }

  async function views(condition: string, values: Record<string, string | boolean>): Promise<InvoiceView[]> {
    const { rows } = await knex.raw<{ rows: Omit<InvoiceView, 'lines'>[] }>(
      `select v.id, v.kind, v.number, v.issued_at, v.currency, v.net_minor, v.tax_minor, v.total_minor, v.seller, v.buyer, v.period, s.name as series,
           o.number as order_number, o.paid_at, coalesce(v.locale, o.locale) as language, cs.name as corrects_series, cv.number as corrects_number,
           exists (select 1 from payments y where y.order_id = o.id and y.provider = 'test') as is_test
         from invoices v join invoice_series s on s.id = v.series_id left join orders o on o.id = v.order_id
         left join channels c on c.id = s.channel_id left join channels used on used.id = v.channel_id
         left join invoices cv on cv.id = v.corrects_id left join invoice_series cs on cs.id = cv.series_id
         where ${condition} order by v.issued_at, v.kind desc, v.number`,
      values,
    )
    return Promise.all(rows.map(async (row) => ({ ...row, lines: await linesOf(knex, row.id) })))
  }
}
