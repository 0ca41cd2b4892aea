import type { ProductType } from './states.ts'

const typeScreens: Partial<Record<ProductType, string>> = {
  course: '/courses',
  master: '/masters',
  meet: '/meets',
  datasheet: '/datasheet',
  post: '/posts',
}

/** Where products of these types are enjoyed; the others play in the player. */
const doors: Readonly<Record<string, string>> = {
  post: '/posts',
  datasheet: '/datasheet',
  course: '/courses',
  master: '/masters',
  meet: '/meets',
}

/**
 * Addresses of the web's screens, as paths below its origin; web, api and studio build every link from here. `next` is
 * where a login leads back to.
 */
export const paths = {
  home: '/',
  section: (rail: 'live' | 'upcoming' | 'vod') => `/#${rail}`,
  login: (next?: string) => (next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  signUp: (next?: string) => (next && next !== '/' ? `/logup?next=${encodeURIComponent(next)}` : '/logup'),
  signUpAsOrganizer: '/logup?role=organizer',
  recovery: '/recovery-password',
  logout: '/logout',
  /** Links of mails: each carries a token that is spent by its screen. */
  activate: (token: string, next: string | null) => `/activate/${token}${next === null ? '' : `?next=${encodeURIComponent(next)}`}`,
  resetPassword: (token: string) => `/reset-password/${token}`,
  optOut: (token: string) => `/opt-out/${token}`,
  endReminders: (token: string) => `/opt-out/${token}?about=reminders`,
  confirmEmail: (token: string) => `/confirm-email/${token}`,
  product: (slug: string) => `/products/${slug}`,
  /**
   * The page of a product, and on at once to what it shows: with a ticket already there, or with the free one, which is
   * taken.
   */
  enter: (slug: string) => `/products/${slug}?enter=1`,
  /** The screen of an account that fits the type. */
  productOfType: (type: ProductType, slug: string) => `${typeScreens[type] ?? '/products'}/${slug}`,
  post: (slug: string) => `/posts/${slug}`,
  datasheet: (slug: string) => `/datasheet/${slug}`,
  player: (slug: string) => `/player/${slug}`,
  course: (slug: string) => `/courses/${slug}`,
  /** Where anybody checks a certificate. */
  certificate: (id: string) => `/certificates/${id}`,
  lesson: (course: string, id: string) => `/courses/${course}/lessons/${id}`,
  meetRecording: (slug: string, id: string) => `/meets/${slug}/recordings/${id}`,
  /** A rehearsal, for whoever has its link. */
  rehearsal: (key: string) => `/rehearsals/${key}`,
  /** Where a product is enjoyed by those who have it. */
  door: ({ type, slug }: { type: string; slug: string }) => `${doors[type] ?? '/player'}/${slug}`,
  /** With a coupon that is in the price already. */
  checkout: (slug: string, coupon?: string) =>
    `/products/${slug}/checkout${coupon === undefined ? '' : `?coupon=${encodeURIComponent(coupon)}`}`,
  /** The same page for somebody else. */
  giftCheckout: (slug: string) => `/products/${slug}/checkout?gift=1`,
  /** The same page once its order was placed: payment, confirmation, door. */
  order: (slug: string, orderId: string) => `/products/${slug}/checkout?order=${orderId}`,
  /** Where an order is paid: the one page that loads the script of a payment service. */
  payment: (orderId: string) => `/payments/orders/${orderId}`,
  /** Where a channel is subscribed to; `product`: the one that asked for it, to come back to. */
  subscribe: (channel: string, product?: string) =>
    `/channels/${channel}/subscription${product === undefined ? '' : `?product=${product}`}`,
  subscribed: (channel: string, orderId: string, product?: string) =>
    `/channels/${channel}/subscription?order=${orderId}${product === undefined ? '' : `&product=${product}`}`,
  platformSubscription: '/subscription',
  platformSubscribed: (orderId: string) => `/subscription?order=${orderId}`,
  /** The hosted page of the built-in test provider. */
  testPayment: (id: string) => `/payments/test/${id}`,
  /** Where a code becomes a ticket. */
  redeem: (code: string) => `/redeem?code=${encodeURIComponent(code)}`,
  myProducts: '/mystuff/products',
  mySubscriptions: '/mystuff/subscriptions',
  renewed: (orderId: string) => `/mystuff/subscriptions?order=${orderId}`,
  myOrders: '/mystuff/orders',
  myData: '/account/my-data',
  profile: (id: string) => `/users/${id}`,
  help: '/help',
  helpCategory: (category: string) => `/help/${category}`,
  helpSection: (category: string, section: string) => `/help/${category}/${section}`,
  tutorials: '/help/tutorials',
  tutorial: (id: 'account' | 'buy' | 'watch' | 'channel' | 'video' | 'live') => `/help/tutorials/${id}`,
  legal: '/aviso-legal',
  terms: '/aviso-legal#terms',
  privacy: '/aviso-legal#privacy',
  cookies: '/aviso-legal#cookies',
  producers: '/page/producers',
  ownChannels: '/account/channels',
  ownChannel: (slug: string) => `/account/channels/${slug}`,
  manageChannel: (slug: string) => `/manage/channels/${slug}`,
  globalView: '/account/globalview',
  ownProducts: '/account/products',
  ownSales: '/account/sales',
  ownOpportunities: '/account/salesopportunity',
  ownRedeemedCodes: '/account/salescode',
  ownShipping: '/account/shipping',
  ownPayouts: '/account/payouts',
  prepaid: '/account/prepaid',
  prepaidOrder: (orderId: string) => `/account/prepaid?order=${orderId}`,
  manageSales: '/manage/sales',
  manageRefunds: '/manage/refunds',
  manageTaxes: '/manage/taxes',
  managePayouts: '/manage/payouts',
  managePayoutRun: (id: string) => `/manage/payouts?run=${id}`,
  newProduct: '/account/products/new',
  newCourse: '/account/courses/new',
  newMaster: '/account/masters/new',
  ownProduct: (channel: string, slug: string) => `/account/channels/${channel}/products/${slug}`,
  productQuality: (slug: string) => `/account/products/${slug}/quality`,
  ownCourse: (channel: string, slug: string) => `/account/channels/${channel}/courses/${slug}`,
  ownMaster: (channel: string, slug: string) => `/account/channels/${channel}/masters/${slug}`,
  manageProducts: '/manage/products',
  manageProductsOpen: '/manage/productsopen',
  manageHub: '/manage/new-product',
  manageNewProduct: '/manage/products/new',
  manageNewCourse: '/manage/courses/new',
  manageNewMaster: '/manage/masters/new',
  manageProduct: (slug: string) => `/manage/products/${slug}`,
  manageCourse: (slug: string) => `/manage/courses/${slug}`,
  manageMaster: (slug: string) => `/manage/masters/${slug}`,
  manageSpeakers: '/manage/speakers',
  manageChannels: '/manage/channels',
  channel: (slug: string) => `/channels/${slug}`,
  speaker: (slug: string) => `/speakers/${slug}`,
  ownSpeakers: '/account/speakers',
  ownSpeaker: (id: string) => `/account/speakers/${id}`,
  manageSpeaker: (id: string) => `/manage/speakers/${id}`,
  search: (keyword?: string) => (keyword ? `/search-results?keyword=${encodeURIComponent(keyword)}` : '/search-results'),
  schedule: '/schedule',
  scheduleSection: (productSlug: string, id: string) => `/schedule/${productSlug}/section/${id}`,
  shop: '/shop',
  category: (slug: string) => `/search-results?category=${slug}`,
  store: (slug: string) => `/store/${slug}`,
  page: (slug: string) => `/page/${slug}`,
  manageHome: '/manage/home',
  managePages: '/manage/pages',
  managePage: (id: string) => `/manage/pages/${id}`,
  manageEntity: (slug: string) => `/manage/store/entity/${slug}`,
  manageUsers: '/manage/manage-users',
  manageUser: (id: string) => `/manage/manage-users?user=${id}`,
  manageNotifications: '/manage/notifications',
  modules: '/manage/modules',
  loginSettings: '/manage/modules/login',
  mediaPay: '/manage/modules/media-pay',
  siteConfig: '/manage/config-admin',
  /** Another application behind the same gateway: a plain link, never a route. */
  studio: '/studio/',
} as const

/**
 * Pages that load the script of a payment service. They are documents of their own: their policy allows it, and no
 * other page's does. `scripts/gateway/headers.mjs` and nginx tell them by the same prefix (a test compares them).
 */
export const isPaymentPage = (pathname: string): boolean => pathname.startsWith('/payments/orders/')

/** Path prefixes that search engines leave out (robots.txt). */
// prettier-ignore
export const unlistedPrefixes = ['/account/', '/manage/', '/mystuff/', '/payments/', '/player/', '/rehearsals/', '/login', '/logup', '/logout', '/activate/', '/reset-password/', '/confirm-email/', '/opt-out/', '/search-results']

const slugPattern = '([a-z0-9-]{1,120})'
const nounPage = new RegExp(`^/(products|posts|channels|speakers|page|store)/${slugPattern}$`)
const sectionPage = new RegExp(`^/(schedule)/${slugPattern}(/section/[0-9a-f-]{36})$`)

/**
 * Splits the path of a public page into its area, its slug and, for a date of a schedule, its section. Undefined for
 * any other path.
 */
export function matchPublicPage(pathname: string): { area: string; slug: string; section: string | undefined } | undefined {
  const [, area, slug, section] = nounPage.exec(pathname) ?? sectionPage.exec(pathname) ?? []
  return area === undefined || slug === undefined ? undefined : { area, slug, section }
}
