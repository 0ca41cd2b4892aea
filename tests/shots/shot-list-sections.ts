import type { Page } from 'playwright'
import type { Shot } from './shot.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const once = { widths: [390, 1440], modes: ['light'], languages: ['es'] } as const
const admin = { user: true, scenario: { role: 'admin' as const } }
/** The page inside the preview, drawn and with its pictures. */
const drawn = async (page: Page) => {
  await h1(page)
  const first = page.frameLocator('iframe').locator('h1').first()
  if (await page.locator('iframe').first().isVisible()) await first.waitFor()
}
const more = (page: Page) => page.locator('main button[aria-haspopup=menu]').first().click()

/** Home, entities and pages, and the editor that all three share. */
export const sectionShots: readonly Shot[] = [
  { name: 'store', path: '/store/casa-cardumen', ready: (page) => page.locator('#vod').waitFor({ state: 'attached' }), languages: ['es'] },
  { name: 'page', path: '/page/quienes-somos', ready: h1 },
  { name: 'page-missing', path: '/page/no-hay', ready: h1, ...once },
  { name: 'page-empty', path: '/page/quienes-somos', scenario: { places: 'empty' }, ready: h1, ...once },
  { name: 'editor-home', path: '/manage/home', ...admin, ready: drawn, viewport: true },
  {
    name: 'editor-home-form',
    path: '/manage/home',
    ...admin,
    ready: drawn,
    act: async (page) => {
      await page
        .getByRole('listitem')
        .getByRole('button', { name: /^¿Tienes un escenario/ })
        .click()
      await page.locator('#section-form input').first().fill('¿Tienes un escenario y algo que contar?')
    },
    viewport: true,
    modes: ['light'],
    languages: ['es'],
  },
  {
    name: 'editor-home-slider',
    path: '/manage/home',
    ...admin,
    ready: drawn,
    act: async (page) => {
      await page
        .getByRole('listitem')
        .getByRole('button', { name: /^Canales/ })
        .click()
      await page.locator('#section-form li').nth(2).waitFor()
    },
    viewport: true,
    modes: ['light'],
    languages: ['es'],
  },
  {
    name: 'editor-home-preview',
    path: '/manage/home',
    ...admin,
    ready: h1,
    act: async (page) => {
      await page.getByRole('button', { name: 'Vista previa' }).click()
      await page.frameLocator('iframe').locator('h1').first().waitFor()
    },
    viewport: true,
    widths: [390],
    modes: ['light'],
    languages: ['es'],
  },
  {
    name: 'editor-home-add',
    path: '/manage/home',
    ...admin,
    ready: drawn,
    act: (page) => page.locator('main section button').first().click(),
    viewport: true,
    modes: ['light'],
  },
  {
    name: 'editor-home-menu',
    path: '/manage/home',
    user: true,
    scenario: { role: 'admin', editor: 'draft' },
    ready: drawn,
    act: more,
    viewport: true,
    modes: ['light'],
  },
  {
    name: 'editor-home-versions',
    path: '/manage/home',
    ...admin,
    ready: drawn,
    act: async (page) => {
      await more(page)
      await page.getByRole('menuitem').last().click()
      await page.getByRole('dialog').locator('li').first().waitFor()
    },
    viewport: true,
    ...once,
  },
  {
    name: 'editor-home-empty',
    path: '/manage/home',
    user: true,
    scenario: { role: 'admin', editor: 'empty' },
    ready: h1,
    viewport: true,
    ...once,
  },
  {
    name: 'editor-home-error',
    path: '/manage/home',
    user: true,
    scenario: { role: 'admin', editor: 'error' },
    ready: (page) => page.getByRole('alert').waitFor(),
    viewport: true,
    ...once,
  },
  {
    name: 'editor-page',
    path: '/manage/pages/4d9a9f54-6c9e-4f0b-9a51-111111111111',
    ...admin,
    ready: drawn,
    viewport: true,
    languages: ['es'],
  },
  { name: 'editor-entity', path: '/manage/store/entity/casa-cardumen', user: true, ready: drawn, viewport: true, languages: ['es'] },
  { name: 'places-pages', path: '/manage/pages', ...admin, ready: (page) => page.getByRole('row').nth(1).waitFor(), viewport: true },
  {
    name: 'places-entities',
    path: '/manage/pages?tab=entities',
    ...admin,
    ready: (page) => page.getByRole('row').nth(1).waitFor(),
    viewport: true,
  },
  {
    name: 'places-new',
    path: '/manage/pages?tab=entities',
    ...admin,
    ready: (page) => page.getByRole('row').nth(1).waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Nueva entidad' }).click()
      await page.getByRole('dialog').waitFor()
    },
    viewport: true,
    ...once,
  },
  {
    name: 'places-empty',
    path: '/manage/pages',
    user: true,
    scenario: { role: 'admin', places: 'empty' },
    ready: h1,
    viewport: true,
    ...once,
  },
]
