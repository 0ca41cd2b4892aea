import type { Page } from 'playwright'
import type { Scenario } from './fixture-api.ts'

export interface Shot {
  name: string
  path: string
  /** With a session. */
  user?: boolean
  /** Has not been asked about cookies yet. */
  consent?: boolean
  /** What the played api should be like; such shots need it and are left out against a real platform. */
  scenario?: Partial<Scenario>
  ready: (page: Page) => Promise<unknown>
  act?: (page: Page) => Promise<unknown>
  /** Only what is on screen, for menus and bars that stay in place. */
  viewport?: boolean
  widths?: readonly (390 | 960 | 1440)[]
  modes?: readonly ('light' | 'dark')[]
  languages?: readonly ('es' | 'en' | 'pt')[]
  timeZone?: string
}

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const once = { widths: [390, 1440], modes: ['light'], languages: ['es'] } as const
const live = '/products/anatomia-de-una-cancion'
const upcoming = '/products/mesa-para-nueve'

export const shots: readonly Shot[] = [
  { name: 'home', path: '/', ready: (page) => page.locator('#vod').waitFor() },
  { name: 'home-top', path: '/', ready: (page) => page.locator('#vod').waitFor(), viewport: true, user: true, languages: ['es', 'pt'] },
  { name: 'home-empty', path: '/', scenario: { home: 'empty' }, ready: h1, ...once },
  {
    name: 'home-error',
    path: '/',
    scenario: { home: 'error' },
    ready: (page) => page.getByRole('alert').waitFor(),
    ...once,
    modes: ['light', 'dark'],
  },
  {
    name: 'home-loading',
    path: '/',
    scenario: { home: 'never' },
    ready: (page) => page.locator('#content .MuiSkeleton-root').first().waitFor(),
    viewport: true,
    ...once,
  },
  { name: 'help', path: '/help', ready: h1 },
  { name: 'help-search', path: '/help?q=contrase', ready: h1, ...once, modes: ['light', 'dark'] },
  { name: 'help-category', path: '/help/organizers', ready: h1 },
  { name: 'help-section', path: '/help/organizers/fees', ready: h1 },
  { name: 'help-csv', path: '/help/organizers/csv-to-excel', ready: h1, languages: ['es', 'pt'] },
  { name: 'help-unknown', path: '/help/cocina', ready: h1, ...once },
  { name: 'legal', path: '/aviso-legal', ready: (page) => page.locator('#privacy').waitFor() },
  { name: 'producers', path: '/page/producers', ready: h1, languages: ['es', 'en', 'pt'] },
  { name: 'consent', path: '/', consent: true, ready: (page) => page.locator('section .MuiButton-root').first().waitFor(), viewport: true },
  {
    name: 'consent-product',
    path: upcoming,
    consent: true,
    ready: (page) => page.locator('section .MuiButton-root').first().waitFor(),
    viewport: true,
    ...once,
  },
  {
    name: 'consent-settings',
    path: '/help',
    consent: true,
    ready: h1,
    act: async (page) => {
      await page.locator('section > div > .MuiButton-text').last().click()
      await page.getByRole('dialog').waitFor()
    },
    viewport: true,
    ...once,
    modes: ['light', 'dark'],
  },
  { name: 'login', path: '/login', ready: h1 },
  {
    name: 'login-refused',
    path: '/login?next=%2Fproducts%2Fmesa-para-nueve',
    ready: h1,
    act: async (page) => {
      await page.locator('input[type=email]').fill('lucia.ferrer@correo.example')
      await page.locator('input[type=password]').fill('wrong')
      await page.locator('button[type=submit]').click()
      await page.getByRole('alert').waitFor()
    },
    ...once,
    scenario: {},
  },
  { name: 'product-live', path: live, ready: h1, timeZone: 'America/Mexico_City' },
  { name: 'product-upcoming', path: upcoming, ready: h1, user: true },
  { name: 'product-phone', path: upcoming, ready: h1, viewport: true, ...once, widths: [390] },
  { name: 'product-owned', path: upcoming, user: true, scenario: { product: { owned: true } }, ready: h1, ...once },
  {
    name: 'product-paid',
    path: '/products/cuerdas-de-invierno',
    ready: h1,
    ...once,
    modes: ['light', 'dark'],
    timeZone: 'America/Mexico_City',
  },
  {
    name: 'product-ended',
    path: upcoming,
    scenario: { product: { saleState: 'ended', saleEndsAt: '2026-11-19T19:00:00Z' } },
    ready: h1,
    ...once,
  },
  {
    name: 'product-full',
    path: upcoming,
    scenario: {
      product: {
        title: 'Bundesausbildungsförderungsgesetz: una ópera administrativa en tres actos, un epílogo y demasiadas firmas',
        price: { minor: 123_456_700, currency: 'EUR' },
        plan: 'paid',
        posterUrl: null,
        heroUrl: null,
        channel: { slug: 'sala-cardumen', title: 'Un canal sin imagen con un nombre larguísimo que no cabe', logoUrl: null },
      },
    },
    ready: h1,
    ...once,
  },
  {
    name: 'product-refused',
    path: upcoming,
    user: true,
    scenario: { redeem: 'sold_out' },
    ready: h1,
    act: async (page) => {
      await page.locator('aside').first().getByRole('button').first().click()
      await page.getByRole('alert').first().waitFor()
    },
    ...once,
  },
  {
    name: 'product-got',
    path: upcoming,
    user: true,
    scenario: { redeem: 'given' },
    ready: h1,
    act: async (page) => {
      await page.locator('aside').first().getByRole('button').first().click()
      await page.getByRole('status').first().waitFor()
    },
    viewport: true,
    ...once,
  },
  { name: 'product-missing', path: '/products/no-existe', scenario: {}, ready: h1, ...once },
  { name: 'tickets', path: '/mystuff/products', user: true, ready: (page) => page.locator('#content li').first().waitFor() },
  {
    name: 'tickets-empty',
    path: '/mystuff/products',
    user: true,
    scenario: { tickets: 'empty' },
    ready: (page) => page.locator('#content h2').waitFor(),
    ...once,
  },
  {
    name: 'tickets-error',
    path: '/mystuff/products',
    user: true,
    scenario: { tickets: 'error' },
    ready: (page) => page.getByRole('alert').waitFor(),
    ...once,
  },
  { name: 'tickets-loading', path: '/mystuff/products', user: true, scenario: { tickets: 'never' }, ready: h1, ...once },
  { name: 'not-found', path: '/no-existe', user: true, ready: h1, ...once, modes: ['light', 'dark'] },
  {
    name: 'menu-phone',
    path: '/',
    user: true,
    ready: (page) => page.locator('#vod').waitFor(),
    act: async (page) => {
      await page.locator('header button[aria-haspopup=dialog]').click()
      await page.getByRole('dialog').waitFor()
    },
    viewport: true,
    widths: [390],
  },
  {
    name: 'menu-account',
    path: upcoming,
    user: true,
    ready: h1,
    act: async (page) => {
      await page.locator('header button[aria-haspopup=menu]').last().click()
      await page.getByRole('menu').waitFor()
    },
    viewport: true,
    widths: [1440],
  },
  {
    name: 'menu-language',
    path: '/',
    ready: (page) => page.locator('#vod').waitFor(),
    act: async (page) => {
      await page.locator('header button[aria-haspopup=menu]').first().click()
      await page.getByRole('menu').waitFor()
    },
    viewport: true,
    widths: [1440],
    languages: ['es'],
  },
]
