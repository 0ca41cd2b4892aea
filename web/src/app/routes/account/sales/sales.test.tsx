import { refunds } from '@e-events/shared/contract/sales/money/refunds.ts'
import { sales, type Sale } from '@e-events/shared/contract/sales/sales.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { admin } from '../../../../testing/admin-factories.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { sale } from '../../../../testing/order-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const refunded: Sale = sale({
  id: '00000000-0000-4000-8000-000000000502',
  number: 47,
  product: { slug: 'duende', title: 'Duende', type: 'live' },
  email: 'rui@correio.example',
  eventAt: '2026-12-04T19:00:00.000Z',
  status: 'refunded',
  refunded: euros(1_410),
  refundable: euros(0),
  lines: [],
  mine: euros(-135),
  refund: {
    status: 'succeeded',
    reason: 'organizer',
    note: 'Lluvia',
    amount: euros(1_410),
    createdAt: '2026-11-23T21:00:00.000Z',
    dueAt: null,
    succeededAt: '2026-11-23T21:00:05.000Z',
    isOverdue: false,
    isReturned: false,
  },
  allowed: { refund: [], stateDispute: false },
})
let api: FakeApi
let rows: Sale[]
beforeEach(() => {
  rows = [sale(), refunded]
  api = createFakeApi()
  const answer = () => ({
    items: rows,
    nextCursor: null,
    total: rows.length,
    sums: [{ count: 2, amount: euros(2_420), support: euros(400), refunded: euros(1_410), mine: euros(930) }],
  })
  api.on(sales.listOwn, answer)
  api.on(sales.list, answer)
  api.on(refunds.listOwn, () => ({ items: [], nextCursor: null }))
  api.on(refunds.runsOwn, () => ({ items: [] }))
})

/** Room for every column that is shown by itself. */
function onDesk(): void {
  const narrow = globalThis.matchMedia
  onTestFinished(() => void vi.stubGlobal('matchMedia', narrow))
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(narrow(query), { matches: query.includes('min-width') }))
}
const asked = (endpoint: typeof sales.list | typeof sales.listOwn) => api.calls.findLast((call) => call.endpoint === endpoint)?.query
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ')
const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

describe('the sales', () => {
  it.each([
    ['/account/sales', organizer],
    ['/manage/sales', admin()],
  ] as const)('%s shows exactly eight columns in their order, and the sums [PROD-030]', async (at, user) => {
    onDesk()
    const { container } = await renderApp({ at, api, user })
    await screen.findByRole('button', { name: 'Abrir el pedido 48' })
    expect(columns()).toEqual(['Id', 'Producto', 'Correo', 'Importe', 'Apoyo', 'Fecha de venta', 'Fecha del evento', 'País'])
    const row = screen.getByRole('row', { name: /Telón/ })
    expect(within(row).getAllByRole('cell').map(textOf)).toEqual([
      'Telón',
      'lucia.ferrer@correo.example',
      '12,10 €',
      '2,00 €',
      '23 nov, 21:00',
      '–',
      'España',
    ])
    const sums = screen.getByLabelText('Totales')
    expect(textOf(sums)).toContain('Pagado por compradores28,20 €')
    expect(await axeViolations(container)).toEqual([])
  })

  it.each([
    ['/account/sales', 'VIEWER', '/account/my-data'],
    ['/manage/sales', 'VIEWER', '/'],
    ['/manage/sales', 'PRODUCER', '/'],
  ] as const)('%s sends a %s to %s [PROD-013] [ADM-013]', async (at, role, to) => {
    const app = await renderApp({ at, api, user: sessionUser({ roles: [role] }) })
    await waitFor(() => expect(app.router.state.location.pathname).toBe(to))
    expect(asked(sales.list)).toBeUndefined()
  })

  it('are narrowed by product, e-mail, days and country, which the address keeps [PROD-031]', async () => {
    const { user, router } = await renderApp({
      at: '/account/sales?email=rui&from=2026-11-01&to=2026-11-30&country=PT',
      api,
      user: organizer,
    })
    await screen.findByRole('button', { name: 'Abrir el pedido 48' })
    expect(asked(sales.listOwn)).toMatchObject({ email: 'rui', from: '2026-11-01', to: '2026-11-30', country: 'PT' })
    expect(screen.getByRole('button', { name: /Vendido desde.*1 de noviembre de 2026/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Filtr/ }))
    const panel = within(await screen.findByRole('dialog'))
    await user.type(panel.getByLabelText('Producto'), 'duende')
    await waitFor(() => expect(asked(sales.listOwn)).toMatchObject({ product: 'duende', email: 'rui' }))
    expect(router.state.location.search).toContain('product=duende')
  })

  it('are downloaded as they are filtered [PROD-032]', async () => {
    api.on(sales.exportOwn, () => ({ fileName: 'ventas.csv', blob: new Blob(['x']) }) as never)
    const { user } = await renderApp({ at: '/account/sales?email=rui', api, user: organizer })
    await screen.findByRole('button', { name: 'Abrir el pedido 48' })
    await user.click(screen.getByRole('button', { name: /^(Exportar|Descargar)/ }))
    await user.click(
      await screen.findByRole('menuitem', { name: /CSV \(/ }).catch(() => screen.findAllByRole('menuitem').then(([first]) => first!)),
    )
    await waitFor(() =>
      expect(api.calls.find(({ endpoint }) => endpoint === sales.exportOwn)?.query).toMatchObject({ email: 'rui', format: 'csv' }),
    )
  })

  it('open with the buyer, and a refunded one says what was given back [PROD-033]', async () => {
    const { user } = await renderApp({ at: '/account/sales', api, user: organizer })
    await user.click(await screen.findByRole('button', { name: 'Abrir el pedido 47' }))
    const detail = await screen.findByRole('dialog', { name: 'Venta' })
    const text = textOf(detail)
    for (const words of [
      'NombreLucía',
      'ApellidosFerrer',
      'Correolucia.ferrer@correo.example',
      'PaísEspaña',
      'NotaLluvia',
      'Tu parte-1,35 €',
    ])
      expect(text).toContain(words)
    expect(within(detail).queryByRole('button', { name: 'Reembolsar' })).toBeNull()
  })

  it('are refunded after the question, which says who bears it; a refusal is shown in it', async () => {
    api.on(sales.refund, () => {
      throw new Refusal('STATE_CONFLICT')
    })
    const { user } = await renderApp({ at: '/account/sales', api, user: organizer })
    await user.click(await screen.findByRole('button', { name: 'Abrir el pedido 48' }))
    await user.click(await screen.findByRole('button', { name: 'Reembolsar' }))
    const question = await screen.findByRole('dialog', { name: /¿Reembolsar 14,10\s€\?/ })
    expect(within(question).queryByRole('radio')).toBeNull()
    expect(question.textContent).toContain('Lo asume el organizador')
    await user.type(within(question).getByLabelText('Nota'), 'No pudo venir')
    await user.click(within(question).getByRole('button', { name: 'Reembolsar' }))
    await within(question).findByRole('alert')
    api.on(sales.refund, () => refunded)
    rows = [{ ...sale(), refund: refunded.refund, allowed: { refund: [], stateDispute: false } }, refunded]
    await user.click(within(question).getByRole('button', { name: 'Reembolsar' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /¿Reembolsar/ })).toBeNull())
    const [last] = api.calls.filter(({ endpoint }) => endpoint === sales.refund).slice(-1)
    expect(last?.body).toEqual({ reason: 'organizer', note: 'No pudo venir', lines: [{ id: sale().id, amountMinor: 1_410 }] })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reembolsar' })).toBeNull())
  })

  it('say of a disputed one what the bank holds, until when to answer and what helps, and take the side of the seller', async () => {
    const dispute = {
      status: 'open',
      ground: 'not_received',
      amount: euros(1_410),
      openedAt: '2026-11-22T08:12:00.000Z',
      dueAt: '2026-11-30T22:59:00.000Z',
      closedAt: null,
      statement: null,
    } as const
    rows = [sale({ dispute, allowed: { refund: [], stateDispute: true } })]
    api.on(sales.stateDispute, ({ body }) => {
      rows = [sale({ dispute: { ...dispute, statement: body.text }, allowed: { refund: [], stateDispute: true } })]
      return rows[0]!
    })
    const { user, container } = await renderApp({ at: '/account/sales', api, user: organizer })
    expect(await screen.findByText('En disputa')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Abrir el pedido 48' }))
    const title = await screen.findByRole('heading', { name: 'Disputa en el banco' })
    const text = title.parentElement?.textContent.replaceAll(/\s/g, ' ')
    for (const words of [
      'su banco retiene 14,10 €',
      'Retenido por el banco14,10 €',
      'Responder hasta30 nov',
      'Dice que no recibió lo comprado',
      'Ayuda: cuándo y cómo se entregó',
    ])
      expect(text).toContain(words)
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar mi versión' })
    expect(save.disabled).toBe(true)
    await user.type(screen.getByLabelText('Tu versión para el banco'), 'La vio entera el mismo día.')
    await user.click(save)
    await screen.findByText(/Guardado: irá al banco/)
    expect(api.calls.find(({ endpoint }) => endpoint === sales.stateDispute)?.body).toEqual({ text: 'La vio entera el mismo día.' })
    expect(await axeViolations(container)).toEqual([])
  })

  it('are refunded in part, by lines and amounts, and never by more than is left', async () => {
    const [own, other] = ['00000000-0000-4000-8000-000000000501', '00000000-0000-4000-8000-000000000599']
    rows = [
      sale({
        lines: [
          { id: own, title: 'Telón', refundable: euros(1_410) },
          { id: other, title: 'Duende', refundable: euros(500) },
        ],
      }),
    ]
    api.on(sales.refund, () => refunded)
    const { user } = await renderApp({ at: '/account/sales', api, user: organizer })
    await user.click(await screen.findByRole('button', { name: 'Abrir el pedido 48' }))
    await user.click(await screen.findByRole('button', { name: 'Reembolsar' }))
    const question = await screen.findByRole('dialog', { name: /¿Reembolsar 14,10\s€\?/ })
    const amount = within(question).getByLabelText('Importe: Telón')
    await user.clear(amount)
    await user.type(amount, '14,11')
    expect(within(question).getByRole('button', { name: 'Reembolsar' })).toHaveProperty('disabled', true)
    await user.clear(amount)
    await user.type(amount, '4,10')
    await user.click(within(question).getByRole('checkbox', { name: 'Duende' }))
    expect(await axeViolations(question)).toEqual([])
    expect(screen.getByRole('dialog', { name: /¿Reembolsar 9,10\s€\?/ })).toBeTruthy()
    await user.click(within(question).getByRole('button', { name: 'Reembolsar' }))
    await waitFor(() =>
      expect(api.calls.findLast(({ endpoint }) => endpoint === sales.refund)?.body).toMatchObject({
        lines: [
          { id: own, amountMinor: 410 },
          { id: other, amountMinor: 500 },
        ],
      }),
    )
  })

  it('are refunded by an administrator for one of three reasons, who pays the organizers from there [ADM-076]', async () => {
    rows = [sale({ allowed: { refund: ['organizer', 'provider', 'viewer'], stateDispute: false } })]
    api.on(sales.refund, () => refunded)
    const { user } = await renderApp({ at: '/manage/sales', api, user: admin() })
    expect((await screen.findByRole('link', { name: 'Pagar a los organizadores' })).getAttribute('href')).toBe('/manage/payouts')
    await user.click(await screen.findByRole('button', { name: 'Abrir el pedido 48' }))
    await user.click(await screen.findByRole('button', { name: 'Reembolsar' }))
    const question = await screen.findByRole('dialog', { name: /¿Reembolsar/ })
    for (const name of [/^Conexión del espectador/, /organizador/i, /plataforma/i])
      expect(within(question).getAllByRole('radio', { name }).length).toBeGreaterThan(0)
    await user.click(within(question).getByRole('radio', { name: /^Conexión del espectador/ }))
    expect(await axeViolations(question)).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Reembolsar' }))
    await waitFor(() => expect(api.calls.findLast(({ endpoint }) => endpoint === sales.refund)?.body).toMatchObject({ reason: 'viewer' }))
  })

  it('that nobody made yet lead to the products', async () => {
    rows = []
    await renderApp({ at: '/account/sales', api, user: organizer })
    expect((await screen.findByRole('link', { name: 'Ver mis productos' })).getAttribute('href')).toBe('/account/products')
  })
})
