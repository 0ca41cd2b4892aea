import type { Page } from 'playwright'
import type { Shot } from './shot.ts'

const field = (page: Page) => page.getByRole('textbox').first().waitFor()

/** The tutorials of the help, and what administrators set up under the modules. */
export const settingsShots: readonly Shot[] = [
  { name: 'help-tutorials', path: '/help/tutorials', ready: (page) => page.locator('h1').first().waitFor() },
  { name: 'help-tutorial', path: '/help/tutorials/channel', ready: (page) => page.locator('video').waitFor() },
  { name: 'manage-media-pay', path: '/manage/modules/media-pay', user: true, scenario: { role: 'admin' }, ready: field },
  {
    name: 'manage-media-pay-checks',
    path: '/manage/modules/media-pay',
    user: true,
    scenario: { role: 'admin' },
    ready: field,
    act: async (page) => {
      for (const button of await page.getByRole('button', { name: /: .*(Stripe|erminal|rue[bv]as|testes|Test provider)/ }).all())
        await button.click()
      await page.getByRole('alert').nth(2).waitFor()
      await page.getByRole('heading', { level: 3 }).last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'manage-config',
    path: '/manage/config-admin',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.getByRole('combobox', { name: /./ }).last().waitFor(),
  },
  {
    name: 'manage-login',
    path: '/manage/modules/login',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.getByRole('switch').nth(3).waitFor(),
  },
  {
    name: 'manage-login-service',
    path: '/manage/modules/login',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.getByRole('switch').nth(3).waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: /Universidad/ }).click()
      await page.getByRole('dialog').waitFor()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Comprobar|Check/ })
        .click()
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
    viewport: true,
    widths: [390, 1440],
  },
]
