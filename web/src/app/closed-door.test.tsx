import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { closedDoor } from '../lib/closed-door.ts'
import { axeViolations } from '../testing/axe.ts'
import { home, productDetail, sessionUser } from '../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'

let api: FakeApi
beforeEach(() => {
  closedDoor.forget()
  api = createFakeApi()
  api.on(homeContract.get, () => home())
  api.on(products.get, ({ params }) => {
    if (params.slug !== 'telon') throw new Refusal('NOT_FOUND')
    return productDetail({ slug: 'telon', title: 'Telón' })
  })
})

const notice = async () => {
  const found = (await screen.findAllByRole('status')).find((one) => one.classList.contains('MuiAlert-root'))
  if (!found) throw new Error('nothing says that a door was closed')
  return within(found)
}
const loginOf = async () => (await notice()).getByRole('link', { name: 'Entrar' }).getAttribute('href')

describe('a visitor before a closed door', () => {
  it('is told what is behind it, and the login leads back to it [ID-007] [ID-009]', async () => {
    const app = await renderApp({ at: '/mystuff/products?page=2', api })
    expect(await (await notice()).findByText(/Entra para ver «Mis entradas»/)).toBeTruthy()
    expect(app.router.state.location.pathname).toBe('/')
    expect(await loginOf()).toBe('/login?next=%2Fmystuff%2Fproducts%3Fpage%3D2')
    expect(await axeViolations(app.container)).toEqual([])
    await app.router.navigate('/help')
    await waitFor(() => expect(screen.queryByText(/Entra para ver/)).toBeNull())
  })

  it('of a product that everybody may know, is told its title and shown its page [ID-007]', async () => {
    const app = await renderApp({ at: '/player/telon', api })
    await (await notice()).findByText(/Entra para ver «Telón»/)
    expect(app.router.state.location.pathname).toBe('/')
    expect(await loginOf()).toBe('/login?next=%2Fproducts%2Ftelon%3Fenter%3D1')
    expect((await notice()).getByRole('link', { name: 'Ver de qué trata' }).getAttribute('href')).toBe('/products/telon')
  })

  it('of a product that nobody may know, hears nothing of it', async () => {
    const app = await renderApp({ at: '/player/oculto', api })
    await (await notice()).findByText(/Entra con tu cuenta para ver esa página/)
    expect(app.router.state.location.pathname).toBe('/')
    expect(await loginOf()).toBe('/login?next=%2Fplayer%2Foculto')
  })

  it('hears that an address does not exist, and may search [ERR-063]', async () => {
    await renderApp({ at: '/no-hay-tal', api })
    await (await notice()).findByText(/Esa dirección no existe/)
    expect((await notice()).getByRole('link', { name: 'Buscar' }).getAttribute('href')).toBe('/search-results')
  })
})

describe('an address without a page', () => {
  it('offers the home page and a search [ERR-063]', async () => {
    const app = await renderApp({ at: '/no-hay-tal', api, user: sessionUser() })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Ir al inicio' }).getAttribute('href')).toBe('/')
    await app.user.type(main.getByRole('searchbox', { name: 'Buscar' }), 'faro{Enter}')
    await waitFor(() => expect(app.router.state.location).toMatchObject({ pathname: '/search-results', search: '?keyword=faro' }))
  })
})
