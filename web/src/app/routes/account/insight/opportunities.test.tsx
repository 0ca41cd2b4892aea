import { opportunities, type Opportunity } from '@e-events/shared/contract/sales/opportunities.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { opportunity } from '../../../../testing/order-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const at = '/account/salesopportunity'
let api: FakeApi
let rows: Opportunity[]
beforeEach(() => {
  rows = [
    opportunity(),
    opportunity({
      id: '00000000-0000-4000-8000-000000000902',
      kind: 'waiting',
      product: { slug: 'duende', title: 'Duende', type: 'live' },
      email: null,
      followUp: { state: 'no_consent', sentAt: null, possibleAt: null },
    }),
    opportunity({
      id: '00000000-0000-4000-8000-000000000903',
      kind: 'expiring',
      product: null,
      followUp: { state: 'recent', sentAt: '2026-11-22T10:00:00.000Z', possibleAt: '2026-11-29T10:00:00.000Z' },
    }),
  ]
  api = createFakeApi()
  api.on(opportunities.list, () => ({ items: rows, nextCursor: null, total: rows.length }))
})

/** Room for every column that is shown by itself. */
function onDesk(): void {
  const narrow = globalThis.matchMedia
  onTestFinished(() => void vi.stubGlobal('matchMedia', narrow))
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(narrow(query), { matches: query.includes('min-width') }))
}
const asked = () => api.calls.findLast(({ endpoint }) => endpoint === opportunities.list)?.query

describe('the opportunities', () => {
  it('show product, reason, date, country and the e-mail of whoever agreed', async () => {
    onDesk()
    const { container } = await renderApp({ at, api, user: organizer })
    const row = await screen.findByRole('row', { name: /Telón/ })
    const text = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
    expect(text).toEqual(['Compra sin terminar', '22 nov, 21:00', 'Portugal', 'ines@correo.example', 'Escribir'])
    expect(screen.getByRole('row', { name: /Duende/ }).textContent).toContain('Lista de espera')
    expect(screen.getByRole('row', { name: /Suscripción a Sala Níquel/ })).toBeTruthy()
    expect(await axeViolations(container)).toEqual([])
  })

  it('send viewers and visitors away [PROD-015]', async () => {
    const visitor = await renderApp({ at, api })
    await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/'))
    visitor.unmount()
    const viewer = await renderApp({ at, api, user: sessionUser({ roles: ['VIEWER'] }) })
    await waitFor(() => expect(viewer.router.state.location.pathname).toBe('/account/my-data'))
    expect(asked()).toBeUndefined()
    viewer.unmount()
    await renderApp({ at, api, user: organizer })
    expect((await screen.findByRole('row', { name: /Telón/ })).textContent).toMatch(/Compra sin terminar.*22 nov, 21:00.*ines@/)
  })

  it('have a button that says why nobody can be written to', async () => {
    await renderApp({ at, api, user: organizer })
    const silent = within(await screen.findByRole('row', { name: /Duende/ })).getByRole('button')
    expect([silent.getAttribute('title'), silent.hasAttribute('disabled')]).toEqual([
      'No se le puede escribir: no recibe promociones.',
      true,
    ])
    const told = within(screen.getByRole('row', { name: /Suscripción/ })).getByRole('button')
    expect(told.getAttribute('title')).toMatch(/^Ya tiene un correo reciente.*29/)
  })

  it('are written to after a question; a refusal stands in it, and the row is asked for again', async () => {
    api.on(opportunities.followUp, () => {
      throw new Refusal('FOLLOW_UP_RECENT')
    })
    const { user } = await renderApp({ at, api, user: organizer })
    await user.click(await screen.findByRole('button', { name: 'Escribir sobre «Telón»' }))
    const question = await screen.findByRole('dialog', { name: '¿Escribir a ines@correo.example?' })
    expect(question.textContent).toContain('no recibir más promociones')
    expect(await axeViolations(question)).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Enviar correo' }))
    await within(question).findByRole('alert')
    const sent = opportunity({ followUp: { state: 'recent', sentAt: '2026-11-24T10:00:00.000Z', possibleAt: '2026-12-01T10:00:00.000Z' } })
    api.on(opportunities.followUp, () => sent)
    rows = [sent]
    await user.click(within(question).getByRole('button', { name: 'Enviar correo' }))
    await screen.findByText('El correo va de camino.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Escribir sobre «Telón»' })).toBeNull())
    expect(screen.getByTitle(/^Ya tiene un correo reciente/)).toBeTruthy()
  })

  it('are narrowed by reason, product, days and country, which the address keeps; none at all leads to the products', async () => {
    const app = await renderApp({ at: `${at}?kind=waiting&product=duende&from=2026-11-01&country=PT`, api, user: organizer })
    await screen.findByRole('row', { name: /Telón/ })
    expect(asked()).toMatchObject({ kind: 'waiting', product: 'duende', from: '2026-11-01', country: 'PT', limit: 25 })
    app.unmount()
    rows = []
    await renderApp({ at, api, user: organizer })
    expect((await screen.findByRole('link', { name: 'Ver mis productos' })).getAttribute('href')).toBe('/account/products')
  })
})
