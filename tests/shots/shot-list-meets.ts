import type { Page } from 'playwright'
import type { Shot } from './shot.ts'

const once = { user: true, scenario: {}, widths: [390, 1440], modes: ['light'], languages: ['es'] } as const
const is = (state: string) => (page: Page) => page.locator(`[data-meet="${state}"]`).waitFor()
const join = (page: Page) => page.getByRole('button', { name: 'Entrar sin cámara ni micrófono' }).click()

/** Meetings outside their room. */
export const meetShots: readonly Shot[] = [
  { name: 'meet-lobby', path: '/meets/reunion-espera', ready: is('lobby'), ...once, languages: ['es', 'en', 'pt'] },
  { name: 'meet-host', path: '/meets/reunion-anfitrion', ready: is('lobby'), ...once },
  { name: 'meet-join', path: '/meets/reunion-abierta', ready: is('pre-join'), ...once },
  {
    name: 'meet-denied',
    path: '/meets/reunion-abierta',
    ready: is('pre-join'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Encender la cámara' }).click()
      await page.getByRole('alert').waitFor()
    },
    ...once,
  },
  {
    name: 'meet-full',
    path: '/meets/reunion-completa',
    ready: is('pre-join'),
    act: async (page) => {
      await join(page)
      await is('full')(page)
    },
    ...once,
  },
  {
    name: 'meet-failed',
    path: '/meets/reunion-sin-servidor',
    ready: is('pre-join'),
    act: async (page) => {
      await join(page)
      await is('failed')(page)
    },
    ...once,
  },
  { name: 'meet-recorded', path: '/meets/reunion-grabada', ready: is('pre-join'), ...once, languages: ['es', 'en', 'pt'] },
  { name: 'meet-recordings', path: '/meets/reunion-del-anfitrion', ready: is('ended'), ...once, languages: ['es', 'en', 'pt'] },
  { name: 'meet-ended', path: '/meets/reunion-terminada', ready: is('ended'), ...once, languages: ['es', 'en', 'pt'] },
]
