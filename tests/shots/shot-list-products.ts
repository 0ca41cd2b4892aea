import type { Page } from 'playwright'
import { ownSlugs } from './fixture-products.ts'
import type { Shot } from './shot.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const form = (page: Page) => page.getByRole('navigation', { name: /^(Pasos|Steps)$/ }).waitFor()
const table = (page: Page) => page.getByRole('row').nth(3).waitFor()
const once = { widths: [390, 1440], modes: ['light'], languages: ['es'] } as const
const own = (state: keyof typeof ownSlugs, step: string) => `/account/channels/sala-faro/products/${ownSlugs[state]}?step=${step}`
const organizer = { user: true, ready: form } as const
const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** The form of a product step by step, its dialogs, and the lists of administrators. */
export const productShots: readonly Shot[] = [
  { name: 'product-new', path: '/account/products/new', ...organizer },
  { name: 'product-no-channel', path: '/account/products/new', user: true, scenario: { channels: 'none' }, ready: h1, ...once },
  ...(['texts', 'image', 'speakers', 'price', 'dates', 'media', 'classification', 'extras'] as const).map((step): Shot => ({
    name: `product-${step}`,
    path: own('draft', step),
    ...organizer,
    languages: ['es'],
  })),
  { name: 'product-dates-frozen', path: own('published', 'dates'), ...organizer, timeZone: 'America/Mexico_City' },
  { name: 'product-recordings', path: own('published', 'media'), ...organizer },
  {
    name: 'product-quality',
    path: '/account/products/concierto/quality',
    user: true,
    ready: (page) => page.getByRole('img').nth(1).waitFor(),
  },
  { name: 'overview', path: '/account/globalview', user: true, ready: h1 },
  { name: 'own-products', path: '/account/products', user: true, ready: h1 },
  { name: 'overview-error', path: '/account/globalview', user: true, scenario: { ownProducts: 'error' }, ready: h1, ...once },
  {
    name: 'product-types',
    path: '/manage/modules',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.getByRole('switch').nth(9).waitFor(),
  },
  { name: 'product-codes', path: own('private', 'codes'), ...organizer },
  {
    name: 'product-coupons',
    path: own('published', 'coupons'),
    ...organizer,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^(Códigos|Codes)$/ })
        .first()
        .click()
    },
  },
  { name: 'product-publish', path: own('draft', 'info'), ...organizer, act: press(/^(Publicar|Publish)$/), viewport: true },
  { name: 'product-reschedule', path: own('published', 'dates'), ...organizer, act: press(/^(Aplazar|Move)$/), viewport: true, ...once },
  { name: 'product-cancel', path: own('published', 'dates'), ...organizer, act: press(/^(Cancelar|Call off)$/), viewport: true, ...once },
  { name: 'product-preview', path: own('draft', 'info'), ...organizer, act: press(/^(Vista previa|Preview)$/), viewport: true },
  { name: 'manage-products', path: '/manage/products', user: true, scenario: { role: 'admin' }, ready: table, viewport: true },
  {
    name: 'manage-products-empty',
    path: '/manage/products',
    user: true,
    scenario: { role: 'admin', ownProducts: 'none' },
    ready: h1,
    ...once,
  },
  {
    name: 'manage-products-error',
    path: '/manage/products',
    user: true,
    scenario: { role: 'admin', ownProducts: 'error' },
    ready: (page) => page.getByRole('alert').waitFor(),
    ...once,
  },
  {
    name: 'manage-products-loading',
    path: '/manage/products',
    user: true,
    scenario: { role: 'admin', ownProducts: 'never' },
    ready: h1,
    ...once,
  },
  {
    name: 'manage-productsopen',
    path: '/manage/productsopen',
    user: true,
    scenario: { role: 'admin' },
    ready: table,
    viewport: true,
    languages: ['es'],
  },
  { name: 'manage-new-product', path: '/manage/new-product', user: true, scenario: { role: 'admin' }, ready: h1, languages: ['es'] },
]
