import { account } from '@e-events/shared/contract/people/account.ts'
import { savedCards } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import { config, type SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import { exchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { firstRates } from '@e-events/shared/domain/exchange.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { pages } from '@e-events/shared/contract/storefront/pages.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import type { Role } from '@e-events/shared/domain/states.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { defaultSiteConfig } from '../features/settings/config/queries.ts'
import { pickZone } from '../lib/preferences.ts'
import { axeViolations } from '../testing/axe.ts'
import { hero, home, myData, productCard, productDetail, sessionAt, sessionUser, slider } from '../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'

let api: FakeApi
let site: SiteConfig
beforeEach(() => {
  api = createFakeApi()
  site = { ...defaultSiteConfig }
  api.on(config.get, () => site)
  api.on(homeContract.get, () => home(hero([productCard({ title: 'Relámpagos', onAir: true })])))
  api.on(tickets.list, () => ({ items: [], nextCursor: null }))
  api.on(notifications.unread, () => ({ notifications: [], nextToken: null, unread: 0 }))
})

const shown = () => screen.findByRole('heading', { level: 1, name: 'Relámpagos' })
const bar = () => within(screen.getByRole('banner'))
const seenWords = (element: Element) => {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('.visually-hidden')) hidden.remove()
  return copy.textContent
}
const told = (type: 'config.updated' | 'modules.updated') =>
  ({ id: '00000000-0000-4000-8000-0000000000cc', type, message: {}, notificationType: 'success' }) as const

describe('the bar', () => {
  it('has what the site switched on, and follows a switch without a reload [ADM-057] [ADM-058] [UX-053]', async () => {
    const app = await renderApp({ at: '/', api, user: sessionUser() })
    await shown()
    await bar().findByRole('button', { name: /^Idioma/ })
    expect(bar().getByRole('button', { name: /^Zona horaria/ })).toBeTruthy()
    expect(bar().queryByRole('button', { name: /^Divisa/ })).toBeNull()
    await bar().findByRole('button', { name: /notificaci/i })
    site = { ...site, languages: false, notifications: false, currencies: true, timezones: false }
    app.tell(told('config.updated'))
    await bar().findByRole('button', { name: /^Divisa/ })
    expect(bar().queryByRole('button', { name: /^Idioma/ })).toBeNull()
    expect(bar().queryByRole('button', { name: /^Zona horaria/ })).toBeNull()
    expect(bar().queryByRole('button', { name: /notificaci/i })).toBeNull()
  })

  it('leaves only Spanish where languages are off, and gives the chosen one back [UX-019]', async () => {
    site = { ...site, languages: false }
    localStorage.setItem('e-events.language', 'en')
    const app = await renderApp({ at: '/', api, language: 'en' })
    await shown()
    await waitFor(() => expect(document.documentElement.lang).toBe('es'))
    site = { ...site, languages: true }
    app.tell(told('config.updated'))
    await waitFor(() => expect(document.documentElement.lang).toBe('en'))
  })

  it('keeps a language that is picked in the account, too [UX-019]', async () => {
    const user = sessionUser()
    api.on(account.update, ({ body }) => ({ ...myData(), ...user, language: body.language ?? 'es' }))
    const app = await renderApp({ at: '/', api, user })
    await shown()
    await app.user.click(await bar().findByRole('button', { name: /^Idioma/ }))
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'Português' }))
    await waitFor(() => expect(document.documentElement.lang).toBe('pt'))
    await waitFor(() =>
      expect(api.calls.filter((call) => call.endpoint === account.update).map((call) => call.body)).toEqual([{ language: 'pt' }]),
    )
    expect(localStorage.getItem('e-events.language')).toBe('pt')
  })

  it.each([
    [['VIEWER'], ['Mis entradas', 'Mis suscripciones', 'Mis pedidos', 'Mis datos', 'Cerrar sesión']],
    [
      ['VIEWER', 'PRODUCER'],
      ['Mis entradas', 'Mis suscripciones', 'Mis pedidos', 'Mis datos', 'Mi espacio', 'Estudio', 'Cerrar sesión'],
    ],
    [['ADMIN'], ['Mis entradas', 'Mis suscripciones', 'Mis pedidos', 'Mis datos', 'Mi espacio', 'Estudio', 'Gestión', 'Cerrar sesión']],
  ] as [Role[], string[]][])('offers an account what its role may do: %j', async (roles, entries) => {
    const app = await renderApp({ at: '/', api, user: sessionUser({ roles }) })
    await shown()
    await app.user.click(screen.getByRole('button', { name: /^Tu cuenta/ }))
    const menu = await screen.findByRole('menu', { name: 'Tu cuenta' })
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(entries)
  })

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('leads journalists, and nobody else, to the press area where there is one (%s, %s)', async (journalist, hasPage, isOffered) => {
    api.on(pages.get, ({ params }) => {
      if (params.slug !== 'press' || !hasPage) throw new Refusal('NOT_FOUND')
      return { name: 'Prensa', slug: 'press', sections: [] }
    })
    const app = await renderApp({ at: '/', api, user: sessionUser({ journalist }) })
    await shown()
    await app.user.click(screen.getByRole('button', { name: /^Tu cuenta/ }))
    const menu = within(await screen.findByRole('menu', { name: 'Tu cuenta' }))
    const name = 'Sala de prensa'
    if (isOffered) expect((await menu.findByRole('menuitem', { name })).getAttribute('href')).toBe('/page/press')
    else {
      if (journalist) await waitFor(() => expect(api.calls.some(({ endpoint }) => endpoint === pages.get)).toBe(true))
      expect(menu.queryByRole('menuitem', { name })).toBeNull()
      if (!journalist) expect(api.calls.some(({ endpoint }) => endpoint === pages.get)).toBe(false)
    }
  })

  it('has a way to sign up and one to log in for visitors, which lead back to the page', async () => {
    api.on(products.get, () => productDetail({ slug: 'telon', title: 'Telón' }))
    await renderApp({ at: '/products/telon', api })
    await screen.findByRole('banner')
    expect((await bar().findByRole('link', { name: 'Crear cuenta' })).getAttribute('href')).toBe('/logup?next=%2Fproducts%2Ftelon')
    expect(bar().getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login?next=%2Fproducts%2Ftelon')
  })
})

describe('cards', () => {
  it('say what kind they are and that they cost nothing only where the site wants it [ADM-059]', async () => {
    const film = productCard({ title: 'Duende', type: 'vod', plan: 'free' })
    const show = productCard({ title: 'Telón', type: 'course', plan: 'paid', price: { minor: 1000, currency: 'EUR' } })
    api.on(homeContract.get, () => home(slider('newest', [film, show])))
    const app = await renderApp({ at: '/', api })
    const card = async (title: string) => (await screen.findByRole('heading', { level: 3, name: title })).closest('a')!
    expect((await card('Duende')).textContent).toContain('Vídeo')
    expect((await card('Duende')).querySelector('[data-tag=free]')).not.toBeNull()
    // One word for the eye; the other is heard.
    expect(seenWords(await card('Duende')).match(/Gratis/g)).toHaveLength(1)
    expect((await card('Telón')).textContent).toContain('Curso')
    expect((await card('Telón')).querySelector('[data-tag=free]')).toBeNull()
    site = { ...site, typeTag: false, freeTag: false }
    app.tell(told('config.updated'))
    await waitFor(() => expect(screen.queryByText('Curso')).toBeNull())
    expect(app.container.querySelector('[data-tag=free]')).toBeNull()
    expect(seenWords(await card('Duende')).match(/Gratis/g)).toHaveLength(1)
  })
})

describe('time zones', () => {
  it('take the first that is one, and GMT without any [UX-021]', () => {
    expect(pickZone([null, undefined, 'America/Bogota'])).toBe('America/Bogota')
    expect(pickZone(['Nowhere/Land', null])).toBe('GMT')
    expect(pickZone([])).toBe('GMT')
  })

  it('show dates in the zone that was picked, which the account keeps, beside the event’s own [UX-021] [UX-022]', async () => {
    const session = sessionAt(Date.UTC(2031, 10, 28, 19))
    api.on(products.get, () => productDetail({ slug: 'telon', title: 'Telón', nextSession: session, sessions: [session] }))
    api.on(account.update, ({ body }) => ({ ...myData(), ...user, timezone: body.timezone ?? 'GMT' }))
    const user = sessionUser({ timezone: 'GMT' })
    const app = await renderApp({ at: '/products/telon', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Telón' })
    await app.user.click(bar().getByRole('button', { name: /^Zona horaria/ }))
    // By its name in the language of the page, without the accent.
    await app.user.type(await screen.findByRole('combobox', { name: /^Zona horaria/ }), 'colom')
    await app.user.click(await screen.findByRole('option', { name: /^Colombia \(GMT-5\)$/ }))
    const dates = await screen.findByRole('region', { name: /fechas|sesiones|cuándo/i })
    await waitFor(() => expect(dates.textContent).toContain('14:00'))
    expect(dates.textContent).toContain('20:00')
    await waitFor(() =>
      expect(api.calls.filter((call) => call.endpoint === account.update).map((call) => call.body)).toEqual([
        { timezone: 'America/Bogota' },
      ]),
    )
    expect(localStorage.getItem('e-events.timezone')).toBe('America/Bogota')
    // Where the site offers no choice everybody sees Central European time.
    site = { ...site, timezones: false }
    app.tell(told('config.updated'))
    await waitFor(() => expect(dates.textContent).not.toContain('14:00'))
    expect(dates.textContent).toContain('20:00')
  })
})

describe('currencies', () => {
  it('show about how much a price is in the money that was picked; the price itself stays [UX-020] [UX-053]', async () => {
    site = { ...site, currencies: true }
    api.on(products.get, () => productDetail({ slug: 'telon', title: 'Telón', plan: 'paid', price: { minor: 1000, currency: 'EUR' } }))
    api.on(exchangeRates.get, () => ({ rates: [...firstRates], daily: false }))
    const app = await renderApp({ at: '/products/telon', api, language: 'en' })
    await screen.findByRole('heading', { level: 1, name: 'Telón' })
    expect(screen.queryByText(/≈/)).toBeNull()
    await app.user.click(await bar().findByRole('button', { name: /^Currency/ }))
    await app.user.click(await screen.findByRole('menuitemradio', { name: /^USD/ }))
    expect((await screen.findByText(/≈/)).textContent).toMatch(/US\$11\.60.*charged in EUR/)
    expect(screen.getAllByText('€10.00').length).toBeGreaterThan(0)
    expect(localStorage.getItem('e-events.currency')).toBe('USD')
  })
})

describe('a session that ends', () => {
  it('logs the open tab out at once when the server says so [ID-052]', async () => {
    const user = sessionUser()
    const app = await renderApp({ at: '/mystuff/products', api, user })
    await screen.findByRole('heading', { level: 1, name: 'Mis entradas' })
    app.tellUser({ id: '00000000-0000-4000-8000-0000000000cd', user: user.id, type: 'session.ended', payload: { reason: 'blocked' } })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/login'))
    await screen.findByText(/Tu sesión ha terminado/)
  })

  it('is not what a missing thing or a business refusal does', async () => {
    api.on(products.get, () => {
      throw new Refusal('NOT_FOUND')
    })
    const app = await renderApp({ at: '/products/no-such', api, user: sessionUser() })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
    expect(app.services.session.get().status).toBe('authenticated')
  })
})

describe('looks', () => {
  it('are the back office in the account area and the store’s own again outside of it [UX-024]', async () => {
    api.on(account.me, () => myData({ ...user }))
    api.on(account.devices, () => ({ items: [] }))
    api.on(savedCards.list, () => ({ items: [] }))
    api.on(account.identities, () => ({ items: [] }))
    const user = sessionUser()
    const app = await renderApp({ at: '/account/my-data', api, user })
    await screen.findByRole('region', { name: 'Facturación' })
    expect(document.documentElement.dataset['mode']).toBe('backOffice')
    await app.user.click(screen.getAllByRole('button', { name: 'Cambiar a modo oscuro' })[0]!)
    expect(document.documentElement.dataset['mode']).toBe('backOfficeDark')
    await app.router.navigate('/')
    await shown()
    expect(document.documentElement.dataset['mode']).toBe('light')
    expect(await axeViolations(app.container)).toEqual([])
  })
})

describe('modules', () => {
  it('hide their screens behind not-found, and give them back, without a reload', async () => {
    const admin = sessionUser({ roles: ['ADMIN'] })
    let isOn = false
    api.on(config.modules, () => ({ modules: [{ id: 'notifications' as const, active: isOn }] }))
    api.on(notifications.sent, () => ({ items: [], nextToken: null }))
    api.on(notifications.countAudience, () => ({ recipients: 0 }))
    const app = await renderApp({ at: '/manage/notifications', api, user: admin })
    await screen.findByRole('heading', { level: 1, name: 'Aquí no hay nada' })
    isOn = true
    app.tell(told('modules.updated'))
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'Aquí no hay nada' })).toBeNull())
  })
})
