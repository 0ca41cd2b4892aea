import type { Page } from 'playwright'
import type { Shot } from './shot.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const once = { widths: [390, 1440], modes: ['light'], languages: ['es'] } as const

/** Channels and speakers, for everybody, for their organizers and for staff. */
export const channelShots: readonly Shot[] = [
  { name: 'channel', path: '/channels/sala-cardumen', ready: (page) => page.locator('#content section li').first().waitFor() },
  {
    name: 'channel-empty',
    path: '/channels/minuto-largo',
    scenario: { channels: 'none' },
    ready: (page) => page.locator('#content h2').first().waitFor(),
    ...once,
  },
  { name: 'speaker', path: '/speakers/bruno-caldas', ready: (page) => page.locator('#content section li').first().waitFor() },
  { name: 'own-channels', path: '/account/channels', user: true, ready: (page) => page.getByRole('row').nth(2).waitFor() },
  {
    name: 'own-channels-empty',
    path: '/account/channels',
    user: true,
    scenario: { channels: 'none' },
    ready: (page) => page.locator('#content h2').first().waitFor(),
    ...once,
  },
  {
    name: 'own-channels-error',
    path: '/account/channels',
    user: true,
    scenario: { channels: 'error' },
    ready: (page) => page.getByRole('alert').waitFor(),
    ...once,
  },
  { name: 'own-channels-loading', path: '/account/channels', user: true, scenario: { channels: 'never' }, ready: h1, ...once },
  {
    name: 'own-channels-new',
    path: '/account/channels?new=1',
    user: true,
    ready: (page) => page.getByRole('dialog').first().waitFor(),
    viewport: true,
  },
  { name: 'own-channel-details', path: '/account/channels/sala-cardumen', user: true, ready: h1 },
  { name: 'own-channel-images', path: '/account/channels/sala-cardumen?tab=images', user: true, ready: h1, ...once },
  { name: 'own-channel-subscription', path: '/account/channels/sala-cardumen?tab=subscription', user: true, ready: h1, ...once },
  { name: 'own-channel-billing', path: '/account/channels/sala-cardumen?tab=billing', user: true, ready: h1, ...once },
  { name: 'own-channel-requests', path: '/account/channels/sala-cardumen?tab=requests', user: true, ready: h1, ...once },
  {
    name: 'own-channel-publish',
    path: '/account/channels/tiza-y-tactica',
    user: true,
    ready: h1,
    act: async (page) => {
      await page.getByRole('button', { name: /Solicitar publicación|Request publication/ }).click()
      await page.getByRole('dialog').waitFor()
    },
    viewport: true,
    ...once,
  },
  {
    name: 'manage-channels',
    path: '/manage/channels',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.getByRole('row').nth(2).waitFor(),
  },
  {
    name: 'manage-channel-banned',
    path: '/manage/channels/escuela-trazo-vivo',
    user: true,
    scenario: { role: 'admin' },
    ready: h1,
    ...once,
  },
  {
    name: 'manage-channels-reject',
    path: '/manage/channels?status=revision',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.getByRole('row').nth(1).waitFor(),
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Rechazar|^Reject/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
    viewport: true,
    ...once,
  },
  { name: 'own-speakers', path: '/account/speakers', user: true, ready: (page) => page.getByRole('row').nth(2).waitFor() },
  {
    name: 'own-speakers-empty',
    path: '/account/speakers',
    user: true,
    scenario: { channels: 'none' },
    ready: (page) => page.locator('#content h2').first().waitFor(),
    ...once,
  },
  {
    name: 'own-speakers-new',
    path: '/account/speakers/new',
    user: true,
    ready: (page) => page.getByRole('dialog').waitFor(),
    viewport: true,
  },
  { name: 'own-speaker', path: '/account/speakers/00000000-0000-4000-a000-000000000001', user: true, ready: h1 },
  {
    name: 'manage-speakers',
    path: '/manage/speakers',
    user: true,
    scenario: { role: 'admin' },
    ready: (page) => page.getByRole('row').nth(2).waitFor(),
    ...once,
  },
  {
    name: 'own-speakers-delete',
    path: '/account/speakers',
    user: true,
    ready: (page) => page.getByRole('row').nth(2).waitFor(),
    act: async (page) => {
      await page
        .getByRole('button', { name: /Eliminar a|^Delete/ })
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button').last().click()
      await page.getByRole('alert').waitFor()
    },
    viewport: true,
    ...once,
  },
]
