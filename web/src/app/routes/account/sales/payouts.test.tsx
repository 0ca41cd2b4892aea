import { payouts, type PayoutAccount, type Statement } from '@e-events/shared/contract/sales/money/payouts.ts'
import { invoices } from '@e-events/shared/contract/sales/money/invoices.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../../../../testing/fake-api.ts'
import { payoutAccount, statement } from '../../../../testing/payout-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const euros = (minor: number) => ({ minor, currency: 'EUR' })
const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ')

let api: FakeApi
let items: Statement[]
let accounts: PayoutAccount[]
beforeEach(() => {
  items = [statement()]
  accounts = [payoutAccount()]
  api = createFakeApi()
  api.on(payouts.listOwn, () => ({ items, accounts }))
  api.on(payouts.getOwn, () => ({
    items: [
      { line: 'takings' as const, count: 210, amount: euros(210_000), product: { slug: 'duende', title: 'Duende' } },
      { line: 'percent_fee' as const, count: 210, amount: euros(-18_900), product: { slug: 'duende', title: 'Duende' } },
      { line: 'recording' as const, count: 1, amount: euros(-4_900), product: null },
    ],
  }))
})

describe('the payouts of an organizer', () => {
  it('show the lines of the month with its sum, and what each product brought', async () => {
    const { container } = await renderApp({ at: '/account/payouts', api, user: organizer })
    const card = await screen.findByRole('button', { name: /noviembre de 2026/i })
    expect(card.getAttribute('aria-expanded')).toBe('true')
    expect(textOf(card)).toContain('hasta el 5 de noviembre de 2026')
    const lines = textOf(screen.getByText('Ventas sin impuestos (210)').closest('dl') ?? container)
    for (const words of [
      'Ventas sin impuestos (210)2.100,00 €',
      'Apoyo (14)42,00 €',
      'Comisión del 9 % (210)-189,00 €',
      '0,45 € por entrada (210)-94,50 €',
      'Reembolsos (2)-20,00 €',
      'Total1.838,50 €',
    ])
      expect(lines).toContain(words)
    const product = await screen.findByRole('link', { name: 'Duende' })
    expect(textOf(product.closest('li') ?? container)).toContain('1.911,00 €')
    expect(screen.getByText('Sin producto')).toBeTruthy()
    expect(textOf(screen.getByLabelText('Totales'))).toContain('Se paga este mes1.838,50 €')
    expect(await axeViolations(container)).toEqual([])
  })

  it('offer the invoice of the platform for the charges of the month', async () => {
    const id = '7d1f9f5e-6c43-4d0c-9a3e-2f7e9b0a4c11'
    items = [statement({ invoices: [{ id, kind: 'invoice', number: '2026-000007', issuedAt: '2026-11-01T01:00:00.000Z' }] })]
    let asked = ''
    api.on(invoices.download, ({ params }) => {
      asked = params.id
      return { fileName: 'factura.pdf', blob: new Blob(['x']) } as never
    })
    await renderApp({ at: '/account/payouts', api, user: organizer })
    fireEvent.click(await screen.findByRole('button', { name: 'Factura: Descargar 2026-000007' }))
    await waitFor(() => expect(asked).toBe(id))
  })

  it.each([
    [{ state: 'held', holds: ['no_iban'] }, {}, /Todavía no hay una cuenta/],
    [{ state: 'held', holds: ['iban_changed'] }, { freeAt: '2026-11-04T10:00:00.000Z' }, /durante 72 horas: queda libre el 4 nov, 11:00/],
    [{ state: 'coming', holds: ['event_ahead'], month: '2027-01', dueBy: '2027-01-05' }, {}, /aún no ha terminado/],
    [{ state: 'coming', holds: ['refund_pending'], month: '2027-01', dueBy: '2027-01-05' }, {}, /reembolso en marcha/],
    [{ state: 'coming', holds: ['disputed'], disputed: euros(1_235) }, {}, /12,35\s€ de este mes esperan a que el banco decida/],
    [{ state: 'carried', holds: ['negative'], amount: euros(-135) }, {}, /pasa al mes siguiente y se descuenta/],
  ] as const)('say plainly why nothing is paid: %j', async (fields, account, words) => {
    items = [statement({ ...fields, holds: [...fields.holds] })]
    accounts = [payoutAccount(account)]
    const { user } = await renderApp({ at: '/account/payouts', api, user: organizer })
    const card = await screen.findByRole('button', { name: /de 202[67]/ })
    if (card.getAttribute('aria-expanded') !== 'true') await user.click(card)
    expect(textOf(await screen.findByRole('note'))).toMatch(words)
    const link = screen.queryByRole('link', { name: 'Ir a los datos de facturación' })
    expect(link?.getAttribute('href')).toBe(
      fields.holds.includes('no_iban' as never) ? '/account/channels/sala-faro?tab=billing' : undefined,
    )
  })

  it('list what this month carries over under this month, and what an earlier one did under those before', async () => {
    const now = new Date().toISOString().slice(0, 7)
    const carried: Partial<Statement> = { state: 'carried', holds: ['negative'], amount: euros(-135) }
    items = [statement({ ...carried, month: now }), statement({ ...carried, month: '2026-02' })]
    await renderApp({ at: '/account/payouts', api, user: organizer })
    const cardsOf = async (title: string) => {
      const section = (await screen.findByRole('heading', { level: 2, name: title })).closest('section')
      return section && within(section).getAllByRole('listitem').length
    }
    expect([await cardsOf('Este mes'), await cardsOf('Cerrados')]).toEqual([1, 1])
  })

  it('show what is carried over and what the bank gave back, and are downloaded by month', async () => {
    items = [statement({ carried: euros(-135), amount: euros(183_715), failure: 'AC04' })]
    api.on(payouts.exportOwn, () => ({ fileName: 'liquidacion.csv', blob: new Blob(['x']) }) as never)
    const { user } = await renderApp({ at: '/account/payouts', api, user: organizer })
    expect(textOf(await screen.findByText('De meses anteriores').then((dt) => dt.parentElement ?? dt))).toBe('De meses anteriores-1,35 €')
    expect(textOf(screen.getByRole('note'))).toContain('AC04')
    await user.click(screen.getByRole('button', { name: /^(Exportar|Descargar)/ }))
    const menu = within(await screen.findByRole('menu'))
    await user.click(menu.getAllByRole('menuitem')[0] as HTMLElement)
    await waitFor(() =>
      expect(api.calls.find(({ endpoint }) => endpoint === payouts.exportOwn)).toMatchObject({
        params: { slug: 'sala-faro', month: '2026-11' },
        query: { currency: 'EUR', format: 'csv' },
      }),
    )
  })

  it('that are not there yet lead to the products', async () => {
    items = []
    await renderApp({ at: '/account/payouts', api, user: organizer })
    expect((await screen.findByRole('link', { name: 'Ver mis productos' })).getAttribute('href')).toBe('/account/products')
  })
})
