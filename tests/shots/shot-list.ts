import type { Page } from 'playwright'
import type { Shot } from './shot.ts'
import { buyingShots } from './shot-list-buying.ts'
import { channelShots } from './shot-list-channels.ts'
import { learningShots } from './shot-list-learning.ts'
import { meetShots } from './shot-list-meets.ts'
import { menuShots } from './shot-list-menus.ts'
import { playerShots } from './shot-list-player.ts'
import { productShots } from './shot-list-products.ts'
import { findingShots } from './shot-list-finding.ts'
import { settingsShots } from './shot-list-settings.ts'
import { sectionShots } from './shot-list-sections.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const once = { widths: [390, 1440], modes: ['light'], languages: ['es'] } as const
const live = '/products/anatomia-de-una-cancion'
const upcoming = '/products/mesa-para-nueve'

/** Everything as it should be: the button is open. */
async function fillSignUp(page: Page, email = 'nora@correo.example') {
  const inputs = page.locator('main form input[type=text], main form input:not([type])')
  await inputs.nth(0).fill('Nora')
  await inputs.nth(1).fill('Beltrán')
  for (const input of await page.locator('main form input[type=email]').all()) await input.fill(email)
  for (const input of await page.locator('main form input[type=password]').all()) await input.fill('Tormenta7!')
  await page.locator('main form input[type=checkbox]').first().check()
  await page.locator('main form button[type=submit]:enabled').waitFor()
}

export const shots: readonly Shot[] = [
  { name: 'home', path: '/', ready: (page) => page.locator('#vod').waitFor({ state: 'attached' }) },
  {
    name: 'home-top',
    path: '/',
    ready: (page) => page.locator('#vod').waitFor({ state: 'attached' }),
    viewport: true,
    user: true,
    languages: ['es', 'pt'],
  },
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
  ...findingShots,
  ...meetShots,
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
  {
    name: 'login-code',
    path: '/login',
    ready: h1,
    act: async (page) => {
      await page.locator('input[type=email]').fill('two@correo.example')
      await page.locator('input[type=password]').fill('Tormenta7!')
      await page.locator('button[type=submit]').click()
      await page.locator('input[autocomplete=one-time-code]').waitFor()
    },
    scenario: {},
    ...once,
  },
  { name: 'signup', path: '/logup', ready: (page) => page.locator('form').waitFor() },
  { name: 'signup-filled', path: '/logup', ready: (page) => page.locator('form').waitFor(), act: fillSignUp, languages: ['es', 'pt'] },
  {
    name: 'signup-taken',
    path: '/logup',
    ready: (page) => page.locator('form').waitFor(),
    act: async (page) => {
      await fillSignUp(page, 'taken@correo.example')
      await page.locator('button[type=submit]').click()
      await page.getByRole('link', { name: /recupera/ }).waitFor()
    },
    scenario: {},
    ...once,
  },
  {
    name: 'signup-sent',
    path: '/logup',
    ready: (page) => page.locator('form').waitFor(),
    act: async (page) => {
      await fillSignUp(page)
      await page.locator('button[type=submit]').click()
      await page.getByRole('status').waitFor()
    },
    ...once,
    languages: ['es', 'pt'],
  },
  { name: 'recovery', path: '/recovery-password', ready: h1, ...once },
  { name: 'reset', path: '/reset-password/a-token-of-a-mail-0123456789', ready: h1, ...once, modes: ['light', 'dark'] },
  { name: 'activate', path: '/activate/a-token-of-a-mail-0123456789', ready: h1, ...once },
  {
    name: 'activate-invalid',
    path: '/activate/a-token-of-a-mail-0123456789',
    scenario: { link: 'invalid' },
    ready: (page) => page.locator('form').waitFor(),
    ...once,
  },
  { name: 'my-data', path: '/account/my-data', user: true, ready: (page) => page.locator('#content form').first().waitFor() },
  {
    name: 'my-data-busy',
    path: '/account/my-data',
    user: true,
    scenario: {
      myData: {
        roles: ['VIEWER'],
        name: 'Wolfgang-Maximilian-Alexander',
        surname: 'von und zu Hohenlohe-Waldenburg-Schillingsfürst',
        newEmail: 'una.direccion.de.correo.muy.muy.larga@subdominio.organizacion.example',
        twoFactor: { on: true, required: true, recoveryCodesLeft: 1 },
        publicProfile: true,
        upgrade: {
          id: '00000000-0000-4000-8000-00000000000f',
          state: 'pending',
          message: '',
          reason: null,
          requestedAt: '2026-11-20T10:00:00Z',
        },
        deletionAt: '2026-12-05T10:00:00Z',
      },
    },
    ready: (page) => page.locator('form').first().waitFor(),
    languages: ['es', 'pt'],
  },
  {
    name: 'my-data-2fa',
    path: '/account/my-data',
    user: true,
    ready: (page) => page.locator('form').first().waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Activar', exact: true }).click()
      await page.getByRole('dialog').locator('input').fill('Tormenta7!')
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await page.getByRole('img', { name: /QR/ }).waitFor()
    },
    ...once,
    modes: ['light', 'dark'],
  },
  {
    name: 'my-data-error',
    path: '/account/my-data',
    user: true,
    scenario: { myData: 'error' },
    ready: (page) => page.getByRole('alert').waitFor(),
    ...once,
  },
  { name: 'profile', path: '/users/00000000-0000-4000-8000-0000000000bb', user: true, ready: h1 },
  {
    name: 'account-menu',
    path: '/mystuff/products',
    user: true,
    ready: h1,
    viewport: true,
    act: async (page) => {
      await page.getByRole('button', { name: /Tu cuenta|Your account/ }).click()
      await page.getByRole('menu').waitFor()
    },
    modes: ['light', 'dark'],
    languages: ['es'],
  },
  {
    name: 'zone-menu',
    path: '/products/cuerdas-de-invierno',
    ready: h1,
    viewport: true,
    act: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /Zona horaria/ })
        .click()
      await page.getByRole('dialog').waitFor()
    },
    widths: [960, 1440],
    modes: ['light', 'dark'],
    languages: ['es'],
  },
  { name: 'product-live', path: live, ready: h1, timeZone: 'America/Mexico_City' },
  { name: 'product-deferred', path: '/products/sesion-de-las-mareas', ready: h1, ...once, modes: ['light', 'dark'] },
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
  { name: 'post', path: '/posts/tu-primer-directo-en-una-tarde', user: true, ready: h1 },
  {
    name: 'post-wall',
    path: '/posts/cuaderno-de-gira',
    user: true,
    scenario: { reading: 'wall' },
    ready: (page) => page.locator('#wall').waitFor(),
  },
  {
    name: 'post-subscribers',
    path: '/posts/cuaderno-de-gira',
    user: true,
    scenario: { reading: 'subscribers' },
    ready: (page) => page.locator('#wall').waitFor(),
    ...once,
  },
  { name: 'post-empty', path: '/posts/cuaderno-de-gira', user: true, scenario: { reading: 'empty' }, ready: h1, ...once },
  { name: 'post-error', path: '/posts/cuaderno-de-gira', user: true, scenario: { reading: 'error' }, ready: h1, ...once },
  {
    name: 'post-loading',
    path: '/posts/cuaderno-de-gira',
    user: true,
    scenario: { reading: 'never' },
    ready: (page) => page.locator('#content .MuiSkeleton-root').first().waitFor(),
    viewport: true,
    ...once,
  },
  { name: 'datasheet', path: '/datasheet/cuaderno-de-escucha', user: true, ready: h1 },
  {
    name: 'datasheet-editor',
    path: '/account/channels/sala-faro/products/cuaderno-de-escucha?step=media',
    user: true,
    scenario: {},
    ready: (page) => page.locator('input[value="CC BY-SA 4.0"]').waitFor(),
  },
  {
    name: 'post-editor',
    path: '/account/channels/sala-faro/products/tu-primer-directo-en-una-tarde?step=media',
    user: true,
    scenario: {},
    ready: (page) => page.getByRole('textbox').locator('h2').first().waitFor(),
  },
  {
    name: 'chapters-editor',
    path: '/account/channels/sala-faro/products/cuentos-para-dormir-al-gato?step=media',
    user: true,
    scenario: {},
    ready: (page) => page.locator('#chapters-editor').waitFor(),
    ...once,
    modes: ['light', 'dark'],
  },
  ...playerShots,
  {
    name: 'podcast',
    path: '/player/cuentos-para-dormir-al-gato',
    user: true,
    scenario: {},
    ready: (page) => page.locator('ol button').first().waitFor(),
    act: (page) => page.locator('ol button').nth(2).click(),
  },
  {
    name: 'podcast-bar',
    path: '/player/cuentos-para-dormir-al-gato',
    user: true,
    scenario: {},
    ready: (page) => page.locator('ol button').nth(1).click(),
    act: async (page) => {
      await page.locator('header a').first().click()
      await page.locator('aside[data-mode=dark]').waitFor()
      await h1(page)
    },
    viewport: true,
  },
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
  ...buyingShots,
  ...channelShots,
  ...productShots,
  ...learningShots,
  ...sectionShots,
  { name: 'not-found', path: '/no-existe', user: true, ready: h1, ...once, modes: ['light', 'dark'] },
  ...menuShots,
  ...settingsShots,
]
