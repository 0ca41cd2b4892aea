import { redeemedCodes, type RedeemedCode } from '@e-events/shared/contract/sales/redeemed-codes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { redeemedCode } from '../../../../testing/order-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const at = '/account/salescode'
let api: FakeApi
let rows: RedeemedCode[]
beforeEach(() => {
  rows = [
    redeemedCode(),
    redeemedCode({
      id: '00000000-0000-4000-8000-000000000802',
      kind: 'access',
      code: 'K7QXM-3FJ2P-RT8WD',
      email: 'rui@correio.example',
      price: { minor: 0, currency: 'EUR' },
    }),
  ]
  api = createFakeApi()
  api.on(redeemedCodes.list, () => ({ items: rows, nextCursor: null, total: rows.length }))
})

/** Room for every column that is shown by itself. */
function onDesk(): void {
  const narrow = globalThis.matchMedia
  onTestFinished(() => void vi.stubGlobal('matchMedia', narrow))
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(narrow(query), { matches: query.includes('min-width') }))
}
const asked = () => api.calls.findLast(({ endpoint }) => endpoint === redeemedCodes.list)?.query

describe('the redeemed codes', () => {
  it('show code, product, e-mail, date and price to their organizer', async () => {
    onDesk()
    const { container } = await renderApp({ at, api, user: organizer })
    const row = await screen.findByRole('row', { name: /MTR4K/ })
    const text = [row, ...within(row).getAllByRole('cell')].map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
    expect(text.slice(1)).toEqual(['Cupón', 'Telón', 'lucia.ferrer@correo.example', '23 nov, 21:00', '4,84 €'])
    expect(screen.getByRole('row', { name: /K7QXM/ }).textContent).toContain('Gratis')
    expect(within(row).getByRole('link', { name: 'Telón' }).getAttribute('href')).toBe('/account/channels/sala-niquel/products/telon')
    expect(await axeViolations(container)).toEqual([])
  })

  it('say who and when on a phone as well', async () => {
    await renderApp({ at, api, user: organizer })
    const row = await screen.findByRole('row', { name: /MTR4K/ })
    expect(row.textContent).toMatch(/Cupón · 4,84\s€.*lucia\.ferrer@correo\.example.*23 nov, 21:00/)
  })

  it('send viewers and visitors away [PROD-014]', async () => {
    const visitor = await renderApp({ at, api })
    await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/'))
    visitor.unmount()
    const app = await renderApp({ at, api, user: organizer })
    const row = await screen.findByRole('row', { name: /MTR4K/ })
    for (const words of ['MTR4K-9XQJ2-WPF7A', 'Telón', 'lucia.ferrer@correo.example', '23 nov, 21:00'])
      expect(row.textContent).toContain(words)
    app.unmount()
    const viewer = await renderApp({ at, api, user: sessionUser({ roles: ['VIEWER'] }) })
    await waitFor(() => expect(viewer.router.state.location.pathname).toBe('/account/my-data'))
    expect(api.calls.filter(({ endpoint }) => endpoint === redeemedCodes.list)).toHaveLength(1)
  })

  it('are narrowed by product, e-mail, days and kind, which the address keeps, and come by 25', async () => {
    const { user, router } = await renderApp({ at: `${at}?email=rui&from=2026-11-01&to=2026-11-30&kind=access`, api, user: organizer })
    await screen.findByRole('row', { name: /MTR4K/ })
    expect(asked()).toMatchObject({ email: 'rui', from: '2026-11-01', to: '2026-11-30', kind: 'access', limit: 25 })
    await user.click(screen.getByRole('button', { name: /^Filtr/ }))
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Producto'), 'duende')
    await waitFor(() => expect(asked()).toMatchObject({ product: 'duende', email: 'rui' }))
    expect(router.state.location.search).toContain('product=duende')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Producto' }))
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'product', order: 'asc' }))
  })

  it('are downloaded as they are filtered', async () => {
    api.on(redeemedCodes.export, () => ({ fileName: 'codigos.csv', blob: new Blob(['x']) }) as never)
    const { user } = await renderApp({ at: `${at}?kind=coupon`, api, user: organizer })
    await screen.findByRole('row', { name: /MTR4K/ })
    await user.click(screen.getByRole('button', { name: /^(Exportar|Descargar)/ }))
    await user.click((await screen.findAllByRole('menuitem'))[0]!)
    await waitFor(() =>
      expect(api.calls.find(({ endpoint }) => endpoint === redeemedCodes.export)?.query).toMatchObject({ kind: 'coupon', format: 'csv' }),
    )
  })

  it('that nobody used yet lead to the products; what could not be loaded is tried again', async () => {
    rows = []
    const app = await renderApp({ at, api, user: organizer })
    expect((await screen.findByRole('link', { name: 'Ver mis productos' })).getAttribute('href')).toBe('/account/products')
    app.unmount()
    api.on(redeemedCodes.list, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const { user } = await renderApp({ at, api, user: organizer })
    await screen.findByText('No se han podido cargar los códigos canjeados')
    api.on(redeemedCodes.list, () => ({ items: [redeemedCode()], nextCursor: null, total: 1 }))
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('row', { name: /MTR4K/ })
  })
})
