import { auth } from '@e-events/shared/contract/people/auth.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { tickets as ticketsContract } from '@e-events/shared/contract/sales/tickets.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { hero, home, productCard, sessionAt, sessionUser, ticket } from '../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'

const user = sessionUser()
let api: FakeApi

beforeEach(() => {
  api = createFakeApi()
  api.on(homeContract.get, () => home(hero([productCard({ title: 'Relámpagos', onAir: true })])))
  api.on(ticketsContract.list, () => ({ items: [], nextCursor: null }))
})

const path = (app: Awaited<ReturnType<typeof renderApp>>) => app.router.state.location.pathname

describe('routes', () => {
  it.each(['/mystuff', '/mystuff/products', '/player/telon', '/does-not-exist', '/account', '/manage'])(
    'send a visitor from %s to the home page [ID-007]',
    async (at) => {
      const app = await renderApp({ at, api })
      await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
      expect(path(app)).toBe('/')
    },
  )

  it('show an account a not-found page with a way home, at the address it asked for [CAT-012]', async () => {
    const app = await renderApp({ at: '/does-not-exist', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
    expect(path(app)).toBe('/does-not-exist')
    expect(screen.getByRole('link', { name: 'Ir al inicio' }).getAttribute('href')).toBe('/')
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('lead an administrator without the second factor that is asked for to the place where it is set up, and nowhere else', async () => {
    const waiting = sessionUser({ roles: ['VIEWER', 'ADMIN'], lacksTwoFactor: true })
    const app = await renderApp({ at: '/manage', api, user: waiting })
    await waitFor(() => expect(path(app)).toBe('/account/my-data'))
    for (const wanted of ['/', '/mystuff/products', '/manage/users', '/products/telon']) {
      await app.router.navigate(wanted)
      expect(path(app), wanted).toBe('/account/my-data')
    }
    app.services.session.updateUser({ ...waiting, lacksTwoFactor: false })
    await app.router.navigate('/')
    expect(path(app)).toBe('/')
  })

  it('have no login for somebody who is logged in', async () => {
    const app = await renderApp({ at: '/login', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    expect(path(app)).toBe('/')
  })

  it('lead from /mystuff to its first page [SHOP-003]', async () => {
    const app = await renderApp({ at: '/mystuff', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Mis entradas' })
    expect(path(app)).toBe('/mystuff/products')
  })

  it('lead on with the query of an address, its language and its source', async () => {
    const app = await renderApp({ at: '/mystuff?lang=es&utm_source=letter', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Mis entradas' })
    expect(path(app)).toBe('/mystuff/products')
    expect(app.router.state.location.search).toBe('?lang=es&utm_source=letter')
  })

  it('end the session at /logout and go home, for an account and for a visitor [ID-006]', async () => {
    api.on(auth.logout, () => undefined)
    const app = await renderApp({ at: '/logout', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    expect(path(app)).toBe('/')
    expect(app.services.session.accessToken()).toBeUndefined()
    expect(api.countOf(auth.logout)).toBe(1)
    app.unmount()
    const visitor = await renderApp({ at: '/logout', api })
    await screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
    expect(path(visitor)).toBe('/')
  })

  it('log out when the server ends the session, say so, and lead back to the page afterwards [ERR-001] [ERR-063]', async () => {
    let isOver = false
    api.on(ticketsContract.list, () => {
      if (isOver) throw new Refusal('UNAUTHENTICATED')
      return { items: [ticket({ product: productCard({ title: 'Telón' }) })], nextCursor: null }
    })
    const app = await renderApp({ at: '/mystuff/products', api, user })
    await screen.findByRole('heading', { name: 'Telón' })
    isOver = true
    api.on(auth.refresh, () => {
      throw new Refusal('UNAUTHENTICATED')
    })
    await app.services.queries.invalidateQueries()
    await waitFor(() => expect(`${path(app)}${app.router.state.location.search}`).toBe('/login?next=%2Fmystuff%2Fproducts'))
    await screen.findByText(/Tu sesión ha terminado/)
  })
})

describe('my tickets', () => {
  it('explain an empty list and offer the next step', async () => {
    await renderApp({ at: '/mystuff/products', api, user })
    await screen.findByRole('heading', { name: 'Aquí vivirán tus entradas' })
    expect(screen.getByRole('link', { name: 'Ver qué hay' }).getAttribute('href')).toBe('/')
  })

  it('retry what failed', async () => {
    let isBroken = true
    api.on(ticketsContract.list, () => {
      if (isBroken) throw new Refusal('INTERNAL')
      return { items: [ticket({ product: productCard({ title: 'Telón' }) })], nextCursor: null }
    })
    const app = await renderApp({ at: '/mystuff/products', api, user })
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    isBroken = false
    await app.user.click(retry)
    await screen.findByRole('heading', { name: 'Telón' })
  })

  it('show the state of each and a door only where it opens; the rest comes page by page', async () => {
    const live = ticket({ product: productCard({ title: 'Relámpagos', slug: 'relampagos', onAir: true }) })
    const soon = ticket({ product: productCard({ title: 'Telón', slug: 'telon', nextSession: sessionAt(Date.now() + 86_400_000) }) })
    const old = ticket({ product: productCard({ title: 'Duende', slug: 'duende' }), state: 'revoked' })
    api.on(ticketsContract.list, ({ query }) =>
      query.cursor ? { items: [old], nextCursor: null } : { items: [live, soon], nextCursor: 'page-2' },
    )
    const app = await renderApp({ at: '/mystuff/products', api, user })
    expect((await screen.findByRole('link', { name: 'Entrar al directo: Relámpagos' })).getAttribute('href')).toBe('/player/relampagos')
    expect(screen.getByRole('link', { name: 'Sala de espera: Telón' })).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Cargar más' }))
    const row = (await screen.findByRole('heading', { name: 'Duende' })).closest('li')!
    expect(row.textContent).toContain('Anulada')
    expect(within(row).queryByRole('link', { name: /Ver/ })).toBeNull()
    expect(await axeViolations(app.container)).toEqual([])
  })
})

describe('account menu', () => {
  it('leads organizers to the studio and nobody else', async () => {
    const app = await renderApp({ at: '/', api, user })
    await app.user.click(await screen.findByRole('button', { name: 'Tu cuenta: Lucía Ferrer' }))
    await screen.findByRole('menuitem', { name: 'Cerrar sesión' })
    expect(screen.queryByRole('menuitem', { name: 'Estudio' })).toBeNull()
    app.unmount()
    const organizer = await renderApp({ at: '/', api, user: sessionUser({ roles: ['VIEWER', 'PRODUCER'] }) })
    await organizer.user.click(await screen.findByRole('button', { name: 'Tu cuenta: Lucía Ferrer' }))
    expect((await screen.findByRole('menuitem', { name: 'Estudio' })).getAttribute('href')).toBe('/studio/')
  })
})
