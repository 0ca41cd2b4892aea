import type { Page } from 'playwright'
import type { Shot } from './shot.ts'

const h1 = (page: Page) => page.locator('h1').first().waitFor()
const once = { widths: [390, 1440], modes: ['light'], languages: ['es'] } as const
const euros = (minor: number) => ({ minor, currency: 'EUR' })

/** Search, programme, shop, and what an offer looks like. */
export const findingShots: readonly Shot[] = [
  {
    name: 'search',
    path: '/search-results?keyword=noche',
    ready: (page) => page.getByRole('list').getByRole('heading').first().waitFor(),
  },
  { name: 'search-start', path: '/search-results', ready: h1, ...once, modes: ['light', 'dark'] },
  {
    name: 'search-several',
    path: '/search-results?keyword=noche&keyword=jazz',
    ready: (page) => page.getByRole('region').nth(1).getByRole('heading', { level: 3 }).first().waitFor(),
    ...once,
  },
  {
    name: 'search-empty',
    path: '/search-results?keyword=xqzwv',
    scenario: { finding: 'empty' },
    ready: (page) => page.getByRole('heading', { level: 3 }).waitFor(),
    ...once,
    modes: ['light', 'dark'],
  },
  {
    name: 'search-error',
    path: '/search-results?keyword=noche',
    scenario: { finding: 'error' },
    ready: (page) => page.getByRole('alert').waitFor(),
    ...once,
  },
  {
    name: 'schedule',
    path: '/schedule',
    ready: (page) => page.getByRole('listitem').getByRole('heading').first().waitFor(),
    timeZone: 'America/Mexico_City',
  },
  {
    name: 'schedule-empty',
    path: '/schedule?week=2031-03-03',
    ready: (page) => page.getByRole('heading', { level: 3 }).waitFor(),
    ...once,
  },
  {
    name: 'schedule-loading',
    path: '/schedule',
    scenario: { finding: 'never' },
    ready: (page) => page.locator('#content .MuiSkeleton-root').first().waitFor(),
    viewport: true,
    ...once,
  },
  {
    name: 'schedule-section',
    path: '/schedule/mesa-para-nueve/section/00000000-0000-4000-8000-000000000001',
    ready: h1,
    timeZone: 'America/Mexico_City',
  },
  { name: 'shop', path: '/shop', user: true, ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor() },
  {
    name: 'shop-empty',
    path: '/shop?type=post',
    user: true,
    scenario: { finding: 'empty' },
    ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
    ...once,
  },
  {
    name: 'product-offer',
    path: '/products/mesa-para-nueve',
    scenario: {
      product: {
        plan: 'paid',
        price: euros(1_936),
        regularPrice: euros(2_420),
        offerEndsAt: new Date(Date.now() + 2.6 * 86_400_000).toISOString(),
        priceParts: { net: euros(1_600), tax: euros(336), fee: null, gross: euros(1_936), taxBasisPoints: 2_100 },
        labels: ['Estreno', 'Plazas limitadas'],
        tags: ['cocina', 'directo'],
        group: 'Otoño en casa',
        expirationHours: 72,
        hasTrailer: true,
        changedSessions: [
          {
            id: '00000000-0000-4000-8000-000000000009' as never,
            startsAt: '2026-12-01T19:00:00.000Z',
            endsAt: '2026-12-01T21:00:00.000Z',
            timezone: 'Europe/Madrid',
            state: 'rescheduled',
            movedToId: '00000000-0000-4000-8000-000000000008' as never,
            note: 'El cocinero está de viaje',
          },
        ],
      },
    },
    ready: h1,
    timeZone: 'America/Mexico_City',
  },
]
