import type { ProductType } from '@e-events/shared/domain/states.ts'

const typeScreens: Partial<Record<ProductType, string>> = {
  course: '/courses',
  master: '/masters',
  meet: '/meets',
  datasheet: '/datasheet',
  post: '/posts',
}

/** The only place that knows addresses. `next` is where a login leads back to. */
export const paths = {
  home: '/',
  section: (rail: 'live' | 'upcoming' | 'vod') => `/#${rail}`,
  login: (next?: string) => (next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  signUp: (next?: string) => (next && next !== '/' ? `/logup?next=${encodeURIComponent(next)}` : '/logup'),
  signUpAsOrganizer: '/logup?role=organizer',
  recovery: '/recovery-password',
  logout: '/logout',
  product: (slug: string) => `/products/${slug}`,
  /** The page of a product, and on at once to what it shows: with a ticket already there, or with the free one, which is taken. */
  enter: (slug: string) => `/products/${slug}?enter=1`,
  /** The screen of an account that fits the type. */
  productOfType: (type: ProductType, slug: string) => `${typeScreens[type] ?? '/products'}/${slug}`,
  post: (slug: string) => `/posts/${slug}`,
  player: (slug: string) => `/player/${slug}`,
  /** Where a product is enjoyed by those who have it. */
  door: ({ type, slug }: { type: string; slug: string }) => (type === 'post' ? `/posts/${slug}` : `/player/${slug}`),
  myProducts: '/mystuff/products',
  myData: '/account/my-data',
  profile: (id: string) => `/users/${id}`,
  help: '/help',
  helpCategory: (category: string) => `/help/${category}`,
  helpSection: (category: string, section: string) => `/help/${category}/${section}`,
  tutorials: '/help/tutorials',
  tutorial: (id: 'account' | 'watch' | 'channel' | 'video' | 'live') => `/help/tutorials/${id}`,
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
  newProduct: '/account/products/new',
  newCourse: '/account/courses/new',
  newMaster: '/account/masters/new',
  ownProduct: (channel: string, slug: string) => `/account/channels/${channel}/products/${slug}`,
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

/** Pages that somebody who just logged in has no use for. */
const doors = /^\/(login|logout|logup|recovery-password|reset-password|activate)(\/|\?|#|$)/

/** A `next` is followed only inside this site: `//host` and `https:` would lead a freshly logged-in user away. */
export function safeNext(next: string | null): string {
  // Browsers drop tabs and line breaks from an address, so `/\t/host` would become `//host`.
  if (!next || !next.startsWith('/') || next.startsWith('//') || /[\\\p{Cc}]/u.test(next)) return paths.home
  return doors.test(next) ? paths.home : next
}
