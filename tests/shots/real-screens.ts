import { addTestPayment } from '../support/places.ts'
import type { Knex } from 'knex'
import { demoAccounts, demoUserIds } from '../../api/src/db/seeds/demo/accounts.ts'
import { productIdOf } from '../../api/src/db/seeds/demo/catalogue.ts'
import { demoId } from '../../api/src/db/seeds/demo/ids.ts'
import { demoEntity, demoPage } from '../../api/src/db/seeds/demo/places.ts'
import { liveProductSlug } from '../../api/src/db/seeds/demo/products-live.ts'
import type { RoutePath } from '../../web/src/app/route-table.ts'
import { addressOf, builtScreens, lookerOf, type Looker, type Places } from '../support/screens.ts'

export interface RealScreen {
  name: string
  address: string
  looker: Looker
  /** Path of the route table. */
  path: string
}

type Variants = readonly (readonly [name: string, address: string])[]

const own = '/account/channels/sala-cardumen'
const steps = (base: string, names: readonly string[]): Variants => names.map((step) => [step, `${base}?step=${step}`] as const)
const tabs = (base: string, names: readonly string[]): Variants => names.map((tab) => [tab, `${base}?tab=${tab}`] as const)
const products = (names: Readonly<Record<string, string>>): Variants =>
  Object.entries(names).map(([name, slug]) => [name, `/products/${slug}`] as const)

/**
 * Screens that look different at several addresses; every other screen has the one that the route table and the places
 * give.
 */
const variants: Partial<Record<RoutePath, Variants>> = {
  '/help/:category/:section': [
    ['', '/help/organizers/fees'],
    ['csv', '/help/organizers/csv-to-excel'],
  ],
  '/products/:slug': products({
    'on-air': liveProductSlug,
    upcoming: 'cuerdas-de-invierno',
    free: 'mesa-para-nueve',
    live: 'ciudad-electrica',
    vod: 'marea-de-luz',
    'vod-paid': 'ultimo-tren-a-valdeniebla',
    podcast: 'cuentos-para-dormir-al-gato',
    post: 'cuaderno-de-gira',
    course: 'diseno-desde-cero',
    master: 'master-narrativa-visual',
    meet: 'tutoria-abierta',
    datasheet: 'cuaderno-de-escucha',
    physical: 'lamina-nebulario',
  }),
  '/search-results': [
    ['', '/search-results?keyword=noche'],
    ['start', '/search-results'],
    ['nothing', '/search-results?keyword=xqzwv'],
  ],
  '/schedule': [
    ['', '/schedule'],
    ['empty', '/schedule?week=2031-03-03'],
  ],
  '/player/:slug': [
    ['on-air', `/player/${liveProductSlug}`],
    ['waiting', '/player/vinilos-a-medianoche'],
    ['film', '/player/los-relojes-de-agua'],
    ['podcast', '/player/cuentos-para-dormir-al-gato'],
    ['no-ticket', '/player/duende-de-sal'],
  ],
  '/courses/:slug': [
    ['', '/courses/diseno-desde-cero'],
    ['students', '/courses/diseno-desde-cero?tab=students'],
  ],
  '/courses/:slug/lessons/:id': [['', `/courses/diseno-desde-cero/lessons/${demoId('lesson/diseno-desde-cero/0/0')}`]],
  '/masters/:slug': [['', '/masters/master-narrativa-visual']],
  '/posts/:slug': [
    ['', '/posts/tu-primer-directo-en-una-tarde'],
    ['wall', '/posts/cuaderno-de-gira'],
  ],
  '/account/channels': [
    ['', '/account/channels'],
    ['new', '/account/channels?new=1'],
  ],
  '/account/channels/:channelSlug': tabs(own, ['details', 'images', 'subscription', 'billing', 'requests']),
  '/account/channels/:channelSlug/products/:productSlug': [
    ...steps(`${own}/products/vinilos-a-medianoche`, [
      'info',
      'texts',
      'image',
      'speakers',
      'price',
      'dates',
      'media',
      'classification',
      'extras',
      'codes',
      'coupons',
    ]),
    ['post', '/account/channels/escuela-trazo-vivo/products/tu-primer-directo-en-una-tarde?step=media'],
    ['film', '/account/channels/minuto-largo/products/marea-de-luz?step=media'],
    ['podcast', `${own}/products/cuentos-para-dormir-al-gato?step=media`],
  ],
  '/account/products/:productSlug/quality': [['', '/account/products/noche-de-faroles/quality']],
  '/account/channels/:channelSlug/courses/:courseSlug': [['', '/account/channels/escuela-trazo-vivo/courses/diseno-desde-cero']],
  '/account/channels/:channelSlug/masters/:masterSlug': [['', '/account/channels/escuela-trazo-vivo/masters/master-narrativa-visual']],
  '/manage/channels': [
    ['', '/manage/channels'],
    ['waiting', '/manage/channels?status=revision'],
  ],
  '/manage/manage-users': [
    ['', '/manage/manage-users'],
    ['clients', '/manage/manage-users?tab=clients'],
    ['log', '/manage/manage-users?tab=log'],
  ],
  '/manage/pages': [
    ['', '/manage/pages'],
    ['entities', '/manage/pages?tab=entities'],
  ],
}

/** Every built screen with the demo behind it, in the order of the route table, and an address that leads nowhere. */
export function realScreens(places: Places): RealScreen[] {
  const listed = builtScreens.flatMap((row): RealScreen[] => {
    const base = row.path === '/' ? 'home' : row.path.replace(/^\//, '').replaceAll(/[/:*]+/g, '-')
    const addresses: Variants = variants[row.path as RoutePath] ?? [['', addressOf(row, places)]]
    return addresses.map(([name, address]) => ({ name: name ? `${base}.${name}` : base, address, looker: lookerOf(row), path: row.path }))
  })
  return [...listed, { name: 'not-found', address: '/no-hay-nada', looker: 'viewer', path: '*' }]
}

/** A door that is closed answers 402, and the browser says so. */
export const isExpected = ({ name }: RealScreen, line: string): boolean =>
  /\.(no-ticket|wall)$/.test(name) && line.includes('status of 402')

export async function demoPlaces(knex: Knex): Promise<Places> {
  const product = 'mesa-para-nueve'
  const session = await knex('product_sessions')
    .where({ product_id: productIdOf(product) })
    .first('id')
  if (!session) throw new Error('the platform has no demo: start it with one')
  // Somebody who holds a ticket sees the show that is on air, and somebody has a profile to look at.
  await knex('tickets')
    .insert({ user_id: demoUserIds.viewer, product_id: productIdOf(liveProductSlug), source: 'free' })
    .onConflict()
    .ignore()
  await knex('users').where({ id: demoUserIds.organizer }).update({ public_profile: true })
  return {
    product,
    sessionId: session.id,
    paid: 'ultimo-tren-a-valdeniebla',
    testPayment: await addTestPayment(knex),
    post: 'tu-primer-directo-en-una-tarde',
    datasheet: 'cuaderno-de-escucha',
    course: 'diseno-desde-cero',
    lesson: demoId('lesson/diseno-desde-cero/0/0'),
    master: 'master-narrativa-visual',
    own: {
      channel: 'sala-cardumen',
      product: 'vinilos-a-medianoche',
      course: 'diseno-desde-cero',
      master: 'master-narrativa-visual',
      speakerId: demoId('speaker/vera-lindar'),
    },
    channel: 'sala-cardumen',
    speaker: 'vera-lindar',
    page: demoPage,
    entity: demoEntity.slug,
    userId: demoUserIds.organizer,
  }
}

/** How each kind of looker logs in; a visitor does not. */
export function accountOf(looker: Looker): { email: string; password: string } | undefined {
  return demoAccounts.find(({ role }) => role === looker)
}
