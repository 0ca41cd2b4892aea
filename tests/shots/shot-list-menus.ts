import type { Page } from 'playwright'
import type { Shot } from './shot.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()

/** Menus of the bar, opened. */
export const menuShots: readonly Shot[] = [
  {
    name: 'menu-phone',
    path: '/',
    user: true,
    ready: (page) => page.locator('#vod').waitFor({ state: 'attached' }),
    act: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Men[uú]$/ })
        .click()
      await page.getByRole('dialog').waitFor()
    },
    viewport: true,
    widths: [390],
  },
  {
    name: 'menu-account',
    path: '/products/mesa-para-nueve',
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
    ready: (page) => page.locator('#vod').waitFor({ state: 'attached' }),
    act: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Idioma/ })
        .click()
      await page.getByRole('menu').waitFor()
    },
    viewport: true,
    widths: [1440],
    languages: ['es'],
  },
]
