import { payouts } from '@e-events/shared/contract/sales/money/payouts.ts'
import type { FakeApi } from '../../web/src/testing/fake-api.ts'
import { ledgerCheck, payoutAccount, payoutRun, proposed, statement } from '../../web/src/testing/payout-factories.ts'

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const other = { slug: 'cine-lumen', title: 'Cine Lumen' }
const third = { slug: 'teatro-umbral', title: 'Teatro Umbral: compañía de la noche' }

/** Statements of an organizer with two channels, and the run of a month. */
export function playPayouts(api: FakeApi): void {
  api.on(payouts.listOwn, () => ({
    accounts: [payoutAccount(), payoutAccount({ channel: other, ibanEnding: null })],
    items: [
      statement({
        month: '2027-01',
        dueBy: '2027-01-05',
        state: 'coming',
        holds: ['event_ahead'],
        amount: euros(64_300),
        total: euros(64_300),
      }),
      statement({
        month: '2026-12',
        dueBy: '2026-12-05',
        state: 'coming',
        holds: ['disputed'],
        disputed: euros(1_235),
        amount: euros(41_975),
        total: euros(41_975),
      }),
      statement({
        carried: euros(-1_350),
        amount: euros(182_500),
        lines: [...statement().lines.slice(0, 4), { line: 'recording', count: 1, amount: euros(-4_900) }],
        invoices: [
          { id: '00000000-0000-4000-8000-00000000f001', kind: 'invoice', number: '2026-000012', issuedAt: '2026-11-01T00:10:00.000Z' },
        ],
      }),
      statement({ channel: other, state: 'held', holds: ['no_iban'], amount: euros(30_560), total: euros(30_560), ibanEnding: null }),
      statement({ month: '2026-10', dueBy: '2026-10-05', state: 'carried', amount: euros(-1_350), total: euros(-1_350) }),
      statement({ month: '2026-09', dueBy: '2026-09-05', state: 'paid', paidAt: '2026-09-03T09:00:00.000Z', amount: euros(97_220) }),
    ],
  }))
  api.on(payouts.getOwn, () => ({
    items: [
      {
        line: 'takings' as const,
        count: 180,
        amount: euros(154_700),
        product: { slug: 'duende', title: 'Duende: noche de cante en la Sala Azul' },
      },
      { line: 'takings' as const, count: 30, amount: euros(29_150), product: { slug: 'ultimo-tren', title: 'Último tren a Valdeniebla' } },
    ],
  }))
  api.on(payouts.listChecks, () => ({ items: [ledgerCheck()] }))
  api.on(payouts.proposal, () => ({
    month: '2026-11',
    dueBy: '2026-11-05',
    lines: [
      proposed({ carried: euros(-1_350), amount: euros(182_500) }),
      proposed({ channel: other, total: euros(30_560), amount: euros(30_560), ibanEnding: '0154' }),
      proposed({
        channel: third,
        total: euros(12_010),
        amount: euros(12_010),
        holds: ['iban_changed'],
        freeAt: '2026-11-25T10:00:00.000Z',
      }),
      proposed({ channel: { slug: 'la-cueva', title: 'La Cueva' }, total: euros(-865), amount: euros(-865), holds: ['negative'] }),
    ],
    totals: [{ count: 2, amount: euros(213_060) }],
    debtor: { name: 'Eventos S.L.', ibanEnding: '3000' },
  }))
  const runs = [payoutRun(), payoutRun({ number: 6, month: '2026-10', states: { processing: 0, paid: 2, failed: 0 } })]
  api.on(payouts.listRuns, () => ({ items: runs, nextCursor: null }))
  api.on(payouts.getRun, () => {
    const run = payoutRun()
    const [first, second] = run.payouts
    if (!first || !second) return run
    return { ...run, payouts: [first, { ...second, status: 'failed' as const, note: 'AC04: account closed', allowed: [] }] }
  })
}
