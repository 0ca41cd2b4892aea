import { describe, expect, it } from 'vitest'
import type { PayoutRow } from '../../../../db/tables/sales-ledger.ts'
import { freeAt, holdsOf, payoutEntries, statementsOf } from './policy.ts'
import type { PositionSum } from './positions.ts'

const iban = 'ES9121000418450200051332'
const account = { iban, iban_changed_at: null }
const now = new Date('2026-11-02T10:00:00Z')
const sum = (period: string, amountMinor: number, wanted: Partial<PositionSum> = {}): PositionSum => ({
  channel_id: 'c',
  currency: 'EUR',
  period: `${period}-01`,
  line: 'takings',
  count: 1,
  amount_minor: amountMinor,
  hold: null,
  ...wanted,
})
const payout = (period: string, amountMinor: number, status: PayoutRow['status'], note: string | null = null) =>
  ({ id: period, channel_id: 'c', currency: 'EUR', period: `${period}-01`, amount_minor: amountMinor, status, note }) as PayoutRow
const months = (sums: PositionSum[], payouts: PayoutRow[] = [], of = account) =>
  statementsOf(sums, payouts, { account: of, currentPeriod: '2026-11-01', now }).map((one) => [
    one.period.slice(0, 7),
    one.state,
    one.carriedMinor,
    one.totalMinor,
    one.amountMinor,
    ...one.holds,
  ])

describe('statements of a channel', () => {
  it.each([
    ['nothing', [], [], []],
    [
      'what is due now and what is coming',
      [sum('2026-11', 500), sum('2026-12', 300, { hold: 'event_ahead' })],
      [],
      [
        ['2026-11', 'due', 0, 500, 500],
        ['2026-12', 'coming', 0, 300, 300, 'event_ahead'],
      ],
    ],
    [
      'what was missed goes on to the run of now',
      [sum('2026-09', 500)],
      [],
      [
        ['2026-09', 'carried', 0, 500, 500],
        ['2026-11', 'due', 500, 0, 500],
      ],
    ],
    [
      'a debt goes on until sales make up for it',
      [sum('2026-09', -300), sum('2026-10', 100), sum('2026-11', 50), sum('2026-12', 400)],
      [],
      [
        ['2026-09', 'carried', 0, -300, -300],
        ['2026-10', 'carried', -300, 100, -200],
        ['2026-11', 'carried', -200, 50, -150, 'negative'],
        ['2026-12', 'coming', -150, 400, 250],
      ],
    ],
    [
      'what was paid is not carried',
      [sum('2026-10', 500), sum('2026-11', 50)],
      [payout('2026-10', 500, 'paid')],
      [
        ['2026-10', 'paid', 0, 500, 500],
        ['2026-11', 'due', 0, 50, 50],
      ],
    ],
    [
      'with the bank is paid as far as the next month knows',
      [sum('2026-11', 500), sum('2026-12', 1)],
      [payout('2026-11', 500, 'processing')],
      [
        ['2026-11', 'processing', 0, 500, 500],
        ['2026-12', 'coming', 0, 1, 1],
      ],
    ],
    [
      'a payout that failed is due again',
      [sum('2026-10', 500)],
      [payout('2026-10', 500, 'failed', 'AC04')],
      [
        ['2026-10', 'carried', 0, 500, 500],
        ['2026-11', 'due', 500, 0, 500],
      ],
    ],
  ] as const)('%s', (_, sums, payouts, expected) => {
    expect(months([...sums], [...payouts])).toEqual(expected)
  })

  it('are held without an account, or with one that is too new', () => {
    expect(months([sum('2026-11', 500)], [], { iban: null as never, iban_changed_at: null })[0]).toContain('no_iban')
    const changed = { iban, iban_changed_at: new Date(now.getTime() - 71 * 3_600_000) as never }
    expect(months([sum('2026-11', 500)], [], changed)[0]).toEqual(['2026-11', 'held', 0, 500, 500, 'iban_changed'])
  })
})

describe('an account', () => {
  it.each([
    [0, ['iban_changed']],
    [71.99, ['iban_changed']],
    [72, []],
  ] as const)('changed %d hours ago: %j', (hours, holds) => {
    const changed = { iban, iban_changed_at: new Date(now.getTime() - hours * 3_600_000) }
    expect(holdsOf(1, changed, now)).toEqual(holds)
    expect(freeAt(changed, now) === null).toBe(holds.length === 0)
  })

  it('does not matter where nothing is to be paid', () => {
    expect(holdsOf(0, { iban: null, iban_changed_at: null }, now)).toEqual([])
    expect(holdsOf(-1, { iban: null, iban_changed_at: null }, now)).toEqual(['negative'])
  })
})

it('a payout takes from what is owed and from the account of the platform', () => {
  expect(payoutEntries(865)).toEqual([
    { kind: 'organizer_payable', amountMinor: 865 },
    { kind: 'cash', amountMinor: -865 },
  ])
})
