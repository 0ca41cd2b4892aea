import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import { orders, type Order } from '@e-events/shared/contract/sales/orders.ts'
import { disputes, type Dispute, type EvidenceFact } from '@e-events/shared/contract/sales/money/disputes.ts'
import { refunds, type OverdueRefund, type RefundProposal, type RefundRun } from '@e-events/shared/contract/sales/money/refunds.ts'
import { paying } from '@e-events/shared/contract/sales/money/paying.ts'
import { opportunities, opportunityKinds, type Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import { redeemedCodes, type RedeemedCode } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { subscriptions } from '@e-events/shared/contract/sales/subscriptions.ts'
import { taxes } from '@e-events/shared/contract/sales/money/taxes.ts'
import { testPayments } from '@e-events/shared/contract/sales/money/test-payments.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'
import {
  askableItem,
  checkout,
  opportunity,
  order,
  proposal,
  redeemedCode,
  refundRun,
  sale,
  testPayment,
} from '../../web/src/testing/order-factories.ts'
import { subscriptionOffer } from '../../web/src/testing/subscription-factories.ts'
import { taxReport, taxRules } from '../../web/src/testing/tax-factories.ts'

/** States of an order that have a look of their own, by the end of its id. */
export const orderIds = {
  paid: '00000000-0000-4000-8000-0000000000a1',
  settling: '00000000-0000-4000-8000-0000000000a2',
  refused: '00000000-0000-4000-8000-0000000000a3',
  over: '00000000-0000-4000-8000-0000000000a4',
} as const
const states: Record<string, Partial<Order>> = {
  [orderIds.paid]: { status: 'paid', paymentUrl: null, paidAt: '2026-11-23T20:01:00.000Z' },
  [orderIds.settling]: { isSettling: true, paymentUrl: null },
  [orderIds.refused]: { failure: 'declined' },
  [orderIds.over]: { status: 'expired', paymentUrl: null },
}

/** The checkout, the page of the test provider, and orders. */
export function playBuying(api: FakeApi, card: (slug: string, language: Language) => ProductCard | undefined): void {
  const film = 'ultimo-tren-a-valdeniebla'
  const placed = (id: string): Order => {
    const product = card(film, 'es')
    const [item] = order().items
    if (!product || !item) throw new Refusal('NOT_FOUND')
    const items = [{ ...item, title: product.title, product: { slug: film, type: 'vod' as const, posterUrl: product.posterUrl } }]
    return order({ id: id as Order['id'], items, ...states[id] })
  }
  api.on(orders.checkout, ({ params, query }) => {
    const product = card(params.slug, query.language ?? 'es')
    if (!product) throw new Refusal('NOT_FOUND')
    const price = { netMinor: 1_017, taxBasisPoints: 1_900, unitTaxMinor: 193, ticketFeePayer: 'buyer' } as const
    const tax = { reason: 'electronic_service', place: 'DE' } as const
    return checkout({
      items: [{ product, kind: 'access', quantity: 1, price, tax, parts: [] }],
      billing: { ...checkout().billing, country: 'DE' },
      cards:
        params.slug === 'ciudad-electrica'
          ? [
              { id: '00000000-0000-4000-8000-00000000ca01', label: '•••• 4242' },
              { id: '00000000-0000-4000-8000-00000000ca02', label: '•••• 3155' },
            ]
          : [],
    })
  })
  api.on(subscriptions.offers, () => {
    const { channel, offer } = subscriptionOffer()
    return { items: channel && offer ? [{ channel, offer }] : [], nextCursor: null }
  })
  api.on(subscriptions.platformOffer, () => subscriptionOffer({ channel: null }))
  api.on(orders.check, ({ params }) => placed(params.id))
  api.on(orders.list, () => ({
    items: Object.values(orderIds).map((id, index) => ({ ...placed(id), number: 48 - index })),
    nextCursor: null,
  }))
  api.on(paying.open, ({ params }) =>
    params.id === orderIds.settling
      ? { provider: 'pos' as const, url: 'https://tpv.banco.example/pagar', fields: {}, returnUrl: '/mystuff/orders' }
      : {
          provider: 'stripe' as const,
          publicKey: 'pk_test_1',
          clientSecret: 'pi_1_secret_2',
          returnUrl: '/mystuff/orders',
          asksOwner: false,
        },
  )
  api.on(testPayments.get, ({ params }) => testPayment({ id: params.id, failure: params.id.endsWith('1') ? 'declined' : null }))
  const requests = refundRequests()
  api.on(refunds.list, ({ query }) => ({ items: requests.filter(({ status }) => status === query.status), nextCursor: null }))
  api.on(refunds.listOwn, () => ({ items: requests.slice(0, 1), nextCursor: null }))
  api.on(refunds.runs, () => ({ items: runs }))
  api.on(refunds.runsOwn, () => ({ items: runs.slice(0, 1) }))
  api.on(disputes.list, () => ({ items: [disputed] }))
  api.on(disputes.get, () => ({ dispute: disputed, facts }))
  api.on(refunds.overdue, () => ({ items: late, counts: { overdue: 1, proposals: 3, disputes: 1 } }))
  api.on(refunds.items, () => ({
    items: [
      askableItem({ title: titles[0] ?? '' }),
      askableItem({
        id: '00000000-0000-4000-8000-000000000702',
        title: titles[1] ?? '',
        ask: 'asked',
        refunded: euros(484),
        request: {
          status: 'approved',
          reason: 'interrupted',
          text: '',
          askedAt: '2026-11-20T10:00:00.000Z',
          amount: euros(484),
          answer: 'Sentimos el corte.',
          decidedAt: '2026-11-21T10:00:00.000Z',
        },
      }),
    ],
  }))
  const answer = () => ({ items: soldRows, nextCursor: null, total: soldRows.length, sums: [soldSums] })
  api.on(sales.listOwn, answer)
  api.on(sales.list, answer)
  api.on(redeemedCodes.list, () => ({ items: redeemedRows, nextCursor: null, total: redeemedRows.length }))
  api.on(opportunities.list, () => ({ items: opportunityRows, nextCursor: null, total: opportunityRows.length }))
  api.on(sales.figures, () => ({ tickets: 1_204, codes: 31, opportunities: opportunityRows.length }))
  api.on(taxes.report, ({ query }) => taxReport(query.quarter === undefined ? {} : { quarter: query.quarter }))
  api.on(taxes.listRules, () => ({ rules: [...taxRules] }))
}

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const titles = ['Último tren a Valdeniebla', 'Duende: noche de cante en la Sala Azul', 'Relámpagos', 'Café de madrugada']
const buyers = [
  ['Lucía', 'Ferrer', 'ES'],
  ['Rui', 'Tavares', 'PT'],
  ['Greta', 'Haddad', 'DE'],
  ['Pau', 'Restrepo', 'ES'],
  ['Camila', 'Benali', 'MX'],
] as const
const refundOf = (status: 'pending' | 'succeeded', isOverdue = false): Sale['refund'] => ({
  status,
  reason: 'organizer',
  note: 'Cancelado por la lluvia',
  amount: euros(1_210),
  createdAt: '2026-11-20T10:00:00.000Z',
  dueAt: '2026-12-18T22:59:59.000Z',
  succeededAt: status === 'succeeded' ? '2026-11-20T10:00:05.000Z' : null,
  isOverdue,
  isReturned: false,
})
const soldRows: Sale[] = Array.from({ length: 14 }, (_, index) => {
  const [name, surname, country] = buyers[index % buyers.length] ?? buyers[0]
  const email = `${name}.${surname}@correo.example`.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return sale({
    id: `00000000-0000-4000-8000-0000000005${String(index).padStart(2, '0')}`,
    number: 1_048 - index,
    product: { slug: 'duende', title: titles[index % titles.length] ?? '', type: 'live' },
    email,
    country,
    buyer: { name, surname, email, country },
    amount: euros(1_210 + index * 130),
    support: euros(index % 3 === 0 ? 200 : 0),
    soldAt: new Date(Date.UTC(2026, 10, 23, 20) - index * 9_400_000).toISOString(),
    eventAt: index % 2 === 0 ? '2026-12-04T19:00:00.000Z' : null,
    ...(index === 2
      ? {
          dispute: {
            status: 'open' as const,
            ground: 'not_received' as const,
            amount: euros(1_670),
            openedAt: '2026-11-23T08:12:00.000Z',
            dueAt: '2026-11-30T22:59:00.000Z',
            closedAt: null,
            statement: null,
          },
          allowed: { refund: [], stateDispute: true },
        }
      : {}),
    ...(index === 1 ? { refund: refundOf('pending'), allowed: { refund: [], stateDispute: false }, refundable: euros(0), lines: [] } : {}),
    ...(index === 3
      ? {
          refund: refundOf('succeeded'),
          status: 'refunded' as const,
          mine: euros(-135),
          allowed: { refund: [], stateDispute: false },
          refundable: euros(0),
          lines: [],
        }
      : {}),
  })
})
const followUps: Opportunity['followUp'][] = [
  { state: 'possible', sentAt: null, possibleAt: null },
  { state: 'no_consent', sentAt: null, possibleAt: null },
  { state: 'recent', sentAt: '2026-11-22T10:00:00.000Z', possibleAt: '2026-11-29T10:00:00.000Z' },
  { state: 'sold_out', sentAt: null, possibleAt: null },
]
const opportunityRows: Opportunity[] = Array.from({ length: 9 }, (_, index) => {
  const [name, surname, country] = buyers[index % buyers.length] ?? buyers[0]
  const followUp = followUps[(index * 3) % 4] ?? followUps[0]!
  const email = `${name}.${surname}@correo.example`.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return opportunity({
    id: `00000000-0000-4000-8000-0000000009${String(index).padStart(2, '0')}`,
    kind: opportunityKinds[index % opportunityKinds.length] ?? 'checkout',
    product: index === 6 ? null : { slug: 'duende', title: titles[index % titles.length] ?? '', type: 'live' },
    at: new Date(Date.UTC(2026, 10, 22, 20) - index * 9_400_000).toISOString(),
    country,
    email: followUp.state === 'no_consent' ? null : email,
    followUp,
  })
})
const redeemedRows: RedeemedCode[] = Array.from({ length: 12 }, (_, index) => {
  const [name, surname] = buyers[index % buyers.length] ?? buyers[0]
  const kind = index % 4 === 1 ? 'access' : index % 7 === 3 ? 'gift' : 'coupon'
  return redeemedCode({
    id: `00000000-0000-4000-8000-0000000008${String(index).padStart(2, '0')}`,
    kind,
    code: `MTR${String(index).padStart(2, '0')}-9XQJ2-WPF7A`,
    product: { slug: 'duende', title: titles[index % titles.length] ?? '', type: 'live' },
    email: `${name}.${surname}@correo.example`.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, ''),
    redeemedAt: new Date(Date.UTC(2026, 10, 23, 20) - index * 9_400_000).toISOString(),
    price: euros(kind === 'coupon' && index % 3 !== 0 ? 484 + index * 110 : 0),
  })
})
const refundRequests = (): RefundProposal[] => [
  proposal({ product: { slug: 'duende', title: titles[1] ?? '' } }),
  proposal({
    id: '00000000-0000-4000-8000-000000000602',
    number: 1_043,
    product: { slug: 'ciudad-electrica', title: titles[2] ?? '' },
    buyer: { name: 'Greta Haddad', email: 'greta.haddad@correo.example' },
    fault: 'viewer',
    proposed: euros(1_210),
    reason: 'connection',
    text: 'Se veía a tirones y al final lo dejé.',
  }),
  proposal({
    id: '00000000-0000-4000-8000-000000000603',
    status: 'refused',
    fault: 'none',
    proposed: euros(0),
    decision: { by: 'Ada Prado', fault: null },
    answer: 'Se emitió entero y lo viste hasta el final.',
    decidedAt: '2026-11-23T22:00:00.000Z',
    allowed: { faults: [] },
  }),
]
const runs: RefundRun[] = [
  refundRun({ product: { slug: 'duende', title: titles[1] ?? '' } }),
  refundRun({
    product: { slug: 'cafe', title: titles[3] ?? '' },
    reason: 'provider',
    total: 48,
    done: 45,
    failing: 3,
    amounts: [euros(58_080)],
    dueAt: '2026-11-20T10:00:00.000Z',
    isOverdue: true,
  }),
]
const late: OverdueRefund[] = [
  {
    id: '00000000-0000-4000-8000-000000000801',
    number: 1_012,
    product: titles[3] ?? '',
    channel: 'Tablas',
    email: 'pau.restrepo@correo.example',
    amount: euros(1_210),
    dueAt: '2026-11-20T10:00:00.000Z',
    daysOver: 2,
    failure: 'not_paid_out',
  },
]
const disputed: Dispute = {
  id: '00000000-0000-4000-8000-000000000901',
  number: 1_046,
  product: titles[2] ?? '',
  channel: 'Tablas',
  buyer: { name: 'Greta Haddad', email: 'greta.haddad@correo.example' },
  status: 'open',
  reason: 'fraudulent',
  amount: euros(1_470),
  fee: euros(1_500),
  openedAt: '2026-11-24T10:00:00.000Z',
  dueAt: '2026-12-01T10:00:00.000Z',
  closedAt: null,
}
const facts: EvidenceFact[] = [
  { at: '2026-11-01T18:00:00.000Z', kind: 'account', detail: 'greta.haddad@correo.example', amount: null, durationMs: null },
  { at: '2026-11-20T10:00:00.000Z', kind: 'login', detail: 'Firefox, Linux · 203.0.113.7', amount: null, durationMs: null },
  { at: '2026-11-20T10:04:00.000Z', kind: 'terms', detail: '', amount: null, durationMs: null },
  { at: '2026-11-20T10:05:00.000Z', kind: 'paid', detail: 'test tp_1046', amount: euros(1_470), durationMs: null },
  { at: '2026-11-23T19:00:00.000Z', kind: 'visit', detail: titles[2] ?? '', amount: null, durationMs: 3_300_000 },
]
const soldSums = { count: 214, amount: euros(402_310), support: euros(18_600), refunded: euros(12_100), mine: euros(301_544) }
