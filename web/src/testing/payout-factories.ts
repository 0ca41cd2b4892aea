import type {
  LedgerCheck,
  PayoutAccount,
  PayoutRunDetail,
  ProposedPayout,
  Statement,
} from '@e-events/shared/contract/sales/money/payouts.ts'

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const channel = { slug: 'sala-faro', title: 'Sala Faro' }

/** 210 tickets of 10.00 and two refunds. */
export function statement(wanted: Partial<Statement> = {}): Statement {
  return {
    channel,
    month: '2026-11',
    dueBy: '2026-11-05',
    state: 'due',
    holds: [],
    carried: euros(0),
    lines: [
      { line: 'takings', count: 210, amount: euros(210_000) },
      { line: 'support', count: 14, amount: euros(4_200) },
      { line: 'percent_fee', count: 210, amount: euros(-18_900) },
      { line: 'ticket_fee', count: 210, amount: euros(-9_450) },
      { line: 'refund', count: 2, amount: euros(-2_000) },
    ],
    disputed: euros(0),
    total: euros(183_850),
    amount: euros(183_850),
    paidAt: null,
    ibanEnding: '1332',
    failure: null,
    invoices: [],
    ...wanted,
  }
}

export function payoutAccount(wanted: Partial<PayoutAccount> = {}): PayoutAccount {
  return { channel, ibanEnding: '1332', freeAt: null, ...wanted }
}

export function proposed(wanted: Partial<ProposedPayout> = {}): ProposedPayout {
  return {
    channel,
    owner: { name: 'Nuria Pastor', email: 'nuria.pastor@correo.example' },
    carried: euros(0),
    total: euros(183_850),
    amount: euros(183_850),
    holds: [],
    ibanEnding: '1332',
    freeAt: null,
    ...wanted,
  }
}

export const payoutRunId = '00000000-0000-4000-8000-000000000701'

export function payoutRun(wanted: Partial<PayoutRunDetail> = {}): PayoutRunDetail {
  return {
    id: payoutRunId,
    number: 7,
    month: '2026-11',
    approvedAt: '2026-11-02T09:30:00.000Z',
    approvedBy: 'Marta Soler',
    totals: [{ count: 2, amount: euros(214_410) }],
    states: { processing: 2, paid: 0, failed: 0 },
    canExportXml: true,
    payouts: [
      {
        id: '00000000-0000-4000-8000-000000000711',
        channel,
        beneficiary: 'Sala Faro S.L.',
        ibanEnding: '1332',
        amount: euros(183_850),
        status: 'processing',
        paidAt: null,
        note: null,
        allowed: ['paid', 'failed'],
      },
      {
        id: '00000000-0000-4000-8000-000000000712',
        channel: { slug: 'cine-lumen', title: 'Cine Lumen' },
        beneficiary: 'Rui Tavares',
        ibanEnding: '0154',
        amount: euros(30_560),
        status: 'processing',
        paidAt: null,
        note: null,
        allowed: ['paid', 'failed'],
      },
    ],
    ...wanted,
  }
}

export function ledgerCheck(wanted: Partial<LedgerCheck> = {}): LedgerCheck {
  return {
    provider: 'stripe',
    day: '2026-11-23',
    checkedAt: '2026-11-23T03:00:00.000Z',
    provided: euros(412_310),
    booked: euros(411_100),
    differences: [{ kind: 'payment', reference: 'pi_3Nf2', provided: euros(1_210), booked: null }],
    ...wanted,
  }
}
