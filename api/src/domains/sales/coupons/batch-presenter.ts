import type { Coupon, CouponBatch } from '@e-events/shared/contract/sales/coupons.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { taxOf } from '@e-events/shared/domain/money.ts'
import type { TableColumn } from '../../../http/table-file.ts'
import type { BatchRow, CodeOfBatchRow, SessionJson } from './batch-repository.ts'

export function toSessionRef(session: SessionJson | null): CouponBatch['session'] {
  return (
    session && {
      id: session.id,
      title: session.title,
      startsAt: new Date(session.starts_at).toISOString(),
      endsAt: new Date(session.ends_at).toISOString(),
      timezone: session.time_zone,
    }
  )
}

export function toBatch(row: BatchRow, now: Date): CouponBatch {
  const { currency, net_price_minor: net, tax_basis_points: taxBasisPoints } = row
  const tax = taxOf(net, taxBasisPoints)
  const money = (minor: number) => ({ minor, currency })
  const endsAt = row.valid_until?.getTime() ?? Infinity
  const sessionEndsAt = row.session === null ? Infinity : Date.parse(row.session.ends_at)
  return {
    id: row.id,
    name: row.name,
    session: toSessionRef(row.session),
    price: { net: money(net), tax: money(tax), gross: money(net + tax), taxBasisPoints },
    quantity: row.code_count,
    counts: {
      unused: row.code_count - row.redeemed_count - row.revoked_count,
      redeemed: row.redeemed_count,
      revoked: row.revoked_count,
    },
    validUntil: row.valid_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    state: row.deactivated_at !== null ? 'revoked' : Math.min(endsAt, sessionEndsAt) <= now.getTime() ? 'ended' : 'open',
  }
}

export function toCoupon(row: CodeOfBatchRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    state: row.state,
    redeemedAt: row.redeemed_at?.toISOString() ?? null,
    redeemedBy: row.redeemed_email === null ? null : { name: row.redeemed_name ?? '', email: row.redeemed_email },
  }
}

type Column = 'code' | 'state' | 'redeemedAt' | 'redeemedBy'
const words: Record<Language, { file: string; headers: Record<Column, string>; states: Record<Coupon['state'], string> }> = {
  es: {
    file: 'cupones',
    headers: { code: 'Cupón', state: 'Estado', redeemedAt: 'Canjeado (UTC)', redeemedBy: 'Canjeado por' },
    states: { unused: 'Sin usar', redeemed: 'Canjeado', revoked: 'Anulado' },
  },
  en: {
    file: 'coupons',
    headers: { code: 'Coupon', state: 'State', redeemedAt: 'Redeemed (UTC)', redeemedBy: 'Redeemed by' },
    states: { unused: 'Unused', redeemed: 'Redeemed', revoked: 'Revoked' },
  },
  pt: {
    file: 'cupoes',
    headers: { code: 'Cupão', state: 'Estado', redeemedAt: 'Resgatado (UTC)', redeemedBy: 'Resgatado por' },
    states: { unused: 'Por usar', redeemed: 'Resgatado', revoked: 'Anulado' },
  },
}

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function couponColumns(language: Language): { file: string; columns: TableColumn<CodeOfBatchRow>[] } {
  const { file, headers, states } = words[language]
  return {
    file,
    columns: [
      { header: headers.code, value: (row) => row.code },
      { header: headers.state, value: (row) => states[row.state] },
      { header: headers.redeemedAt, value: (row) => row.redeemed_at },
      { header: headers.redeemedBy, value: (row) => row.redeemed_email },
    ],
  }
}
