import type { Language } from '@e-events/shared/domain/language.ts'
import { eventTimeZone, toWallTime } from '@e-events/shared/domain/session-time.ts'
import { taxedUnit } from '@e-events/shared/domain/tax.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../../adapters/clock.ts'
import type { BuyerRow, OrderLine } from '../../orders/repository.ts'
import { billingOf } from '../../orders/policy.ts'
import type { Buyer, InvoiceLine, Seller } from '../invoices/document.ts'
import { reversed, seriesOf } from '../invoices/policy.ts'
import type { InvoiceRepository } from '../invoices/repository.ts'
import { invoiceWords, type FeeKind } from '../invoices/words.ts'
import { book } from '../ledger/repository.ts'
import { usageTaxEntries } from '../ledger/policy.ts'
import type { Calendar } from '../payouts/repository.ts'
import { calendarOf } from '../payouts/service.ts'
import { dayOf } from '../taxes/policy.ts'
import type { TaxLines } from '../taxes/tax-lines.ts'
import { feesOfMonth, type FeeGroup, type FeesOfMonth } from './fee-lines.ts'
import { creditedInvoice, lockChannel, openFeeMonths, openFees, settleFees } from './fee-repository.ts'
import * as repository from './invoice-repository.ts'

/** Charges of the last minutes of a month are found a little after it. */
const settlesMs = 3_600_000

/**
 * Invoices of the platform for what channels used in a month that is over and for the fees of the sales that its
 * statement takes, and credit notes for what was given back after it. Amounts are those of the ledger, with their tax
 * in them. All that is open is looked for under the lock of its channel, so that each is in one line, whoever runs this
 * and however often.
 */
export function createInvoiceUsage(deps: {
  knex: Knex
  invoices: InvoiceRepository
  taxes: Pick<TaxLines, 'buyerOf' | 'apply' | 'platformRate' | 'platformPlace'>
  clock: Clock
}) {
  const { knex, invoices, taxes, clock } = deps

  return async (): Promise<void> => {
    const calendar = calendarOf(new Date(clock.nowMs() - settlesMs))
    const open = [...(await repository.openMonths(knex, calendar.currentPeriod)), ...(await openFeeMonths(knex, calendar))]
    const months = new Map(open.map((month) => [`${month.period} ${month.channel_id} ${month.currency}`, month]))
    // The earliest first: what a refund gives back may be on the invoice of the month before.
    for (const [, month] of [...months].toSorted(([a], [b]) => a.localeCompare(b))) await invoiceMonth(month, calendar)
    for (const chargeId of await repository.uncredited(knex)) await knex.transaction((trx) => credit(trx, chargeId))
  }

  async function invoiceMonth(month: repository.OpenMonth, calendar: Calendar): Promise<void> {
    const channel = await repository.billedChannel(knex, month.channel_id)
    // It may ask the register of VAT ids: before the transaction.
    const taxBuyer = (await taxes.buyerOf(channel.buyer, null)) ?? {
      place: (await taxes.platformPlace(knex)) ?? '',
      vatCheck: null,
      proofs: [],
    }
    await knex.transaction(async (trx) => {
      await lockChannel(trx, month.channel_id)
      const charges = await repository.lockCharges(trx, month)
      const fees = feesOfMonth(await openFees(trx, month, calendar))
      const groups = [...fees.groups.map(toGroup), ...groupsOf(charges)]
      const now = clock.now()
      for (const one of fees.returns) await creditFees(trx, one, { month, locale: channel.locale, at: now })
      if (groups.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === 0) return settleFees(trx, fees.ids, null)
      const day = lastDayOf(month.period)
      const rate = await taxes.platformRate(trx, dayOf(day))
      const priced = groups.map((group) => ({ group, ...pricedAt(group.amountMinor, { rate, currency: month.currency }) }))
      const taxed = await taxes.apply(trx, priced, { buyer: taxBuyer, now: day, keepsGross: true })
      const lines = taxed.map((line) => toLine(line, channel.locale))
      const { id, lineIds } = await invoices.insert(trx, {
        kind: 'invoice',
        series: seriesOf('invoice', now),
        channelId: null,
        currency: month.currency,
        of: { use: { channelId: month.channel_id, period: month.period, locale: channel.locale } },
        seller: await invoices.sellerOf(trx, null),
        buyer: channel.isErased ? { pseudonym: channel.buyer.id, country: channel.buyer.billing_country } : billedTo(channel.buyer),
        lines,
        issuedAt: now,
      })
      for (const [index, { chargeIds }] of groups.entries())
        await repository.nameLine(trx, chargeIds, { invoice_line_id: lineIds[index] ?? null })
      await settleFees(trx, fees.ids, id)
      await bookTax(trx, { id, lines, currency: month.currency, at: now })
    })
  }

  async function credit(trx: Knex, chargeId: string): Promise<void> {
    const charge = await repository.lockUncredited(trx, chargeId)
    if (!charge) return
    const { invoice, line } = charge
    const now = clock.now()
    const lines = reversed([line])
    const { id, lineIds } = await invoices.insert(trx, {
      kind: 'credit_note',
      series: seriesOf('credit_note', now),
      channelId: null,
      currency: invoice.currency,
      of: { use: { channelId: charge.channel_id, period: periodOf(now), locale: invoice.locale } },
      correctsId: invoice.id,
      seller: invoice.seller as Seller,
      buyer: invoice.buyer as Buyer,
      lines,
      issuedAt: now,
    })
    await repository.nameLine(trx, [chargeId], { credit_line_id: lineIds[0] ?? null })
    await bookTax(trx, { id, lines, currency: invoice.currency, at: now })
  }

  /** Fees that a refund gave back after they were invoiced. */
  async function creditFees(
    trx: Knex,
    { invoiceId, ids, amountMinor }: FeesOfMonth['returns'][number],
    { month, locale, at }: { month: repository.OpenMonth; locale: Language; at: Date },
  ): Promise<void> {
    const invoice = await creditedInvoice(trx, invoiceId)
    const { taxBasisPoints } = invoice.rate
    const { netMinor, taxMinor } = taxedUnit(
      { netMinor: amountMinor, taxMinor: 0 },
      { reason: 'electronic_service', basisPoints: taxBasisPoints },
    )
    const given = { title: invoiceWords[locale].use.kinds.refunded_fees, quantity: ids.length, totalMinor: amountMinor, orderItemId: null }
    const lines = reversed([{ ...given, ...invoice.rate, netMinor, taxMinor }])
    const { id } = await invoices.insert(trx, {
      kind: 'credit_note',
      series: seriesOf('credit_note', at),
      channelId: null,
      currency: month.currency,
      of: { use: { channelId: month.channel_id, period: month.period, locale } },
      correctsId: invoice.id,
      seller: invoice.seller as Seller,
      buyer: invoice.buyer as Buyer,
      lines,
      issuedAt: at,
    })
    await settleFees(trx, ids, id)
    await bookTax(trx, { id, lines, currency: month.currency, at })
  }

  /** The charges were booked as revenue when they arose; the tax in them is owed to the state. */
  async function bookTax(trx: Knex, invoice: { id: string; lines: readonly InvoiceLine[]; currency: string; at: Date }): Promise<void> {
    await book(trx, {
      kind: 'usage',
      key: `usage-tax:${invoice.id}`,
      channelId: null,
      currency: invoice.currency,
      occurredAt: invoice.at,
      entries: usageTaxEntries(invoice.lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0)),
    })
  }
}

/** First day of the month of an instant, in the platform's time zone. */
const periodOf = (at: Date): string => `${toWallTime(at, eventTimeZone).slice(0, 7)}-01`

/** An instant of the last day of a month. */
function lastDayOf(period: string): Date {
  const first = new Date(period)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0, 12))
}

/** A service of the platform whose price has the tax of its own country in it. */
function pricedAt(
  amountMinor: number,
  { rate, currency }: { rate: number; currency: string },
): Pick<OrderLine, 'kind' | 'price' | 'tax'> & { product: { channel_id: null } } {
  const own = taxedUnit({ netMinor: Math.abs(amountMinor), taxMinor: 0 }, { reason: 'electronic_service', basisPoints: rate })
  const price = { netMinor: own.netMinor, taxBasisPoints: rate, unitTaxMinor: own.taxMinor, currency, ticketFeePayer: 'organizer' as const }
  return { kind: 'prepaid_hours', price, product: { channel_id: null } }
}

interface Group extends Pick<repository.LockedCharge, 'title'> {
  kind: repository.LockedCharge['kind'] | FeeKind
  quantity: number
  amountMinor: number
  chargeIds: string[]
}

const toGroup = (fee: FeeGroup): Group => ({ ...fee, title: null, chargeIds: [] })

/** Charges of one product, kind and price are a line; a recording is one of its own, because it may be given back. */
function groupsOf(charges: readonly repository.LockedCharge[]): Group[] {
  const groups = Map.groupBy(charges, (charge) =>
    charge.kind === 'recording' ? charge.id : `${charge.kind} ${charge.product_id} ${charge.unit_minor}`,
  )
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const sum = (of: 'quantity' | 'amount_minor') => own.reduce((all, charge) => all + charge[of], 0)
    return [
      {
        kind: first.kind,
        title: first.title,
        quantity: sum('quantity'),
        amountMinor: sum('amount_minor'),
        chargeIds: own.map(({ id }) => id),
      },
    ]
  })
}

function toLine({ group, price, tax }: Pick<OrderLine, 'price' | 'tax'> & { group: Group }, language: Language): InvoiceLine {
  const name = invoiceWords[language].use.kinds[group.kind]
  const totalMinor = Math.abs(group.amountMinor)
  const line = {
    title: group.title === null ? name : `${name}: ${group.title}`,
    quantity: group.quantity,
    netMinor: price.netMinor,
    taxBasisPoints: price.taxBasisPoints,
    taxMinor: totalMinor - price.netMinor,
    totalMinor,
    orderItemId: null,
    taxedBy: tax,
  }
  return group.amountMinor < 0 ? (reversed([line])[0] ?? line) : line
}

/** The company that the channel is billed as, else its owner. */
function billedTo(buyer: BuyerRow): Buyer {
  return { ...billingOf(buyer), email: buyer.email }
}
