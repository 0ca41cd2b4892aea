import { liveProductSlug } from '../../api/src/db/seeds/demo/products-live.ts'
import { elsewhereSlug } from './fixture-chat.ts'
import type { Shot } from './shot.ts'

/** The player with its chat and its dialogs. */
export const playerShots: readonly Shot[] = [
  {
    name: 'chat',
    path: `/player/${liveProductSlug}`,
    user: true,
    scenario: {},
    ready: (page) => page.getByRole('article').first().waitFor(),
    viewport: true,
  },
  {
    name: 'chat-questions',
    path: `/player/${liveProductSlug}`,
    user: true,
    scenario: {},
    ready: (page) => page.getByRole('article').first().waitFor(),
    act: async (page) => {
      await page.getByRole('tab', { name: /^(Preguntas|Questions|Perguntas)/ }).click()
      await page
        .getByRole('button', { name: /Lía|Vigo/ })
        .first()
        .waitFor()
    },
    viewport: true,
  },
  {
    name: 'chat-polls',
    path: `/player/${liveProductSlug}`,
    user: true,
    scenario: {},
    ready: (page) => page.getByRole('article').first().waitFor(),
    act: async (page) => {
      await page.getByRole('tab', { name: /^(Encuestas|Polls|Enquetes)/ }).click()
      await page.getByRole('heading', { name: /canción/ }).waitFor()
    },
    viewport: true,
  },
  {
    name: 'chat-settings',
    path: `/player/${liveProductSlug}`,
    user: true,
    scenario: {},
    ready: (page) => page.getByRole('article').first().waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: /^(Ajustes del chat|Chat settings|Configurações do chat)/ }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
    viewport: true,
  },
  {
    name: 'player-report',
    path: `/player/${liveProductSlug}`,
    user: true,
    scenario: {},
    ready: (page) => page.getByRole('article').first().waitFor(),
    act: async (page) => {
      await page.locator('header [aria-haspopup="dialog"]').first().click()
      await page.getByRole('radio').nth(2).check()
    },
    viewport: true,
  },
  {
    name: 'player-share',
    path: `/player/${liveProductSlug}`,
    user: true,
    scenario: {},
    ready: (page) => page.getByRole('article').first().waitFor(),
    act: (page) => page.locator('header [aria-haspopup="dialog"]:visible').nth(1).click(),
    viewport: true,
  },
  ...['ciudad-electrica', 'sesion-de-las-mareas'].map((slug, n): Shot => {
    return {
      name: `deferred-${n === 0 ? 'in-step' : 'late'}`,
      path: `/player/${slug}`,
      user: true,
      scenario: {},
      ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
      viewport: true,
    }
  }),
  {
    name: 'elsewhere',
    path: `/player/${elsewhereSlug}`,
    user: true,
    scenario: {},
    ready: (page) => page.locator('[data-state=elsewhere]').waitFor(),
    viewport: true,
  },
]
