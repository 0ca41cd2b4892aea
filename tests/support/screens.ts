import { routeTable, type RouteRow } from '../../web/src/app/route-table.ts'

/**
 * Something of each kind whose screens have an address of their own: what stands for the parameters of the route table.
 */
export interface Places {
  /** A broadcast with a session, and that session. */
  product: string
  sessionId: string
  /** A film that has to be paid for, and a payment of the test provider. */
  paid: string
  testPayment: string
  post: string
  datasheet: string
  course: string
  master: string
  /** A lesson in that course. */
  lesson: string
  /** Channel of the organizer, with one product of each form in it. */
  own: { channel: string; product: string; course: string; master: string; speakerId: string }
  channel: string
  speaker: string
  page: { slug: string; id: string }
  entity: string
  userId: string
}

const rows: readonly RouteRow[] = routeTable
/** Addresses that show something, in the order of the route table. Log-out shows nothing. */
export const builtScreens: readonly RouteRow[] = rows.filter((row) => row.built && row.path !== '/logout')

/** Who may see a screen: the least that its gate asks for. */
export type Looker = 'visitor' | 'viewer' | 'organizer' | 'admin'
const lookerOfGate: Record<RouteRow['gate'], Looker> = {
  public: 'visitor',
  visitor: 'visitor',
  recovery: 'visitor',
  session: 'viewer',
  producer: 'organizer',
  editor: 'organizer',
  admin: 'admin',
}
export const lookerOf = ({ gate }: RouteRow): Looker => lookerOfGate[gate]

/** The address of a row, with its parameters filled in. */
export function addressOf({ path }: RouteRow, places: Places): string {
  const { own, page } = places
  return path
    .replace('/products/:slug/checkout', `/products/${places.paid}/checkout`)
    .replace('/payments/test/:id', `/payments/test/${places.testPayment}`)
    .replace('/store/:slug', `/store/${places.entity}`)
    .replace('/entity/:slug', `/entity/${places.entity}`)
    .replace('/page/:slug', `/page/${page.slug}`)
    .replace('/pages/:id', `/pages/${page.id}`)
    .replace('/schedule/:productSlug', `/schedule/${places.product}`)
    .replace(':sectionId', places.sessionId)
    .replace('/lessons/:id', `/lessons/${places.lesson}`)
    .replace('/courses/:slug', `/courses/${places.course}`)
    .replace('/masters/:slug', `/masters/${places.master}`)
    .replace('/posts/:slug', `/posts/${places.post}`)
    .replace('/datasheet/:slug', `/datasheet/${places.datasheet}`)
    .replace(/^\/(products|player|meets)\/:slug/, `/$1/${places.product}`)
    .replace('/channels/:slug', `/channels/${places.channel}`)
    .replace('/speakers/:slug', `/speakers/${places.speaker}`)
    .replace('/speakers/:id', `/speakers/${own.speakerId}`)
    .replace('/users/:id', `/users/${places.userId}`)
    .replace(':channelSlug', own.channel)
    .replace(':productSlug', own.product)
    .replace(':courseSlug', own.course)
    .replace(':masterSlug', own.master)
    .replace('/tutorials/:tutorial', '/tutorials/live')
    .replace(':category', 'organizers')
    .replace(':token', 'a'.repeat(43))
    .replace(':section', 'csv-to-excel')
}
