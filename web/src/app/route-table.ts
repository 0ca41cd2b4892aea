import type { ModuleId } from '@e-events/shared/contract/settings/config.ts'

/**
 * Who may come in.
 * `public`: everybody. `visitor`: a session has no use for it and goes to the home page. `recovery`: a session goes to
 * its own data, where the password is changed. `session`: any account. `producer`: PRODUCER or ADMIN, a viewer goes to
 * their data. `editor`: the same, a viewer goes home. `admin`: ADMIN, others go home.
 */
export type Gate = 'public' | 'visitor' | 'recovery' | 'session' | 'producer' | 'editor' | 'admin'

/**
 * Frame of a screen: the store's bar and footer, the index of an organizer's or of the administrators' area, or
 * nothing.
 */
export type Frame = 'store' | 'account' | 'manage' | 'bare'

export interface RouteRow {
  path: string
  gate: Gate
  /**
   * Where it is left out: 'manage' for what is an administrator's, 'account' for what is an organizer's, else 'store'.
   */
  frame?: Frame
  /** The screen is there only while this module is on. */
  module?: ModuleId
  /** Page that is linked in its place while that module is off. */
  instead?: string
  /**
   * Its screen exists (`screens` in router.tsx). Without it the address shows not-found after its gate and is linked
   * nowhere.
   */
  built?: true
  /** Leads on to another address. */
  to?: string
}

/**
 * Every address of the specification (decision one-table-of-addresses); router, menus and a test read this one table.
 */
export const routeTable = [
  { path: '/', gate: 'public', built: true },
  { path: '/login', gate: 'visitor', frame: 'bare', built: true },
  { path: '/logup', gate: 'visitor', frame: 'bare', built: true },
  { path: '/recovery-password', gate: 'recovery', frame: 'bare', built: true },
  { path: '/reset-password/:token', gate: 'public', frame: 'bare', built: true },
  { path: '/activate/:token', gate: 'public', frame: 'bare', built: true },
  { path: '/confirm-email/:token', gate: 'public', frame: 'bare', built: true },
  // Beside the specification: the link below promotions.
  { path: '/opt-out/:token', gate: 'public', frame: 'bare', built: true },
  { path: '/logout', gate: 'public', frame: 'bare', built: true },
  { path: '/store/:slug', gate: 'public', built: true },
  { path: '/page/producers', gate: 'public', built: true },
  { path: '/page/:slug', gate: 'public', built: true },
  { path: '/help', gate: 'public', built: true },
  { path: '/help/tutorials', gate: 'public', built: true },
  { path: '/help/tutorials/:tutorial', gate: 'public', built: true },
  { path: '/help/:category', gate: 'public', built: true },
  { path: '/help/:category/:section', gate: 'public', built: true },
  { path: '/aviso-legal', gate: 'public', built: true },
  { path: '/products/:slug', gate: 'public', built: true },
  { path: '/channels/:slug', gate: 'public', built: true },
  // Beside the specification: where a channel, and the platform, are subscribed to.
  { path: '/channels/:slug/subscription', gate: 'session', built: true },
  { path: '/subscription', gate: 'session', built: true },
  // Beside the specification: where anybody verifies a certificate.
  { path: '/certificates/:id', gate: 'public', built: true },
  { path: '/search-results', gate: 'public', built: true },
  { path: '/speakers/:slug', gate: 'public', built: true },
  { path: '/schedule', gate: 'public', built: true },
  { path: '/schedule/:productSlug/section/:sectionId', gate: 'public', built: true },

  { path: '/products/:slug/checkout', gate: 'session', frame: 'bare', built: true },
  // Beside the specification: the address in the mail of a gift.
  { path: '/redeem', gate: 'public', built: true },
  // Beside the specification: where an order is paid, and the hosted page of the built-in test provider.
  { path: '/payments/orders/:id', gate: 'session', frame: 'bare', built: true },
  { path: '/payments/test/:id', gate: 'public', frame: 'bare', built: true },
  { path: '/player/:slug', gate: 'session', frame: 'bare', built: true },
  // Beside the specification: a rehearsal, for whoever has its link.
  { path: '/rehearsals/:key', gate: 'session', frame: 'bare', built: true },
  { path: '/datasheet/:slug', gate: 'session', module: 'datasheets', instead: '/products/:slug', built: true },
  { path: '/posts/:slug', gate: 'session', built: true },
  { path: '/shop', gate: 'session', built: true },
  { path: '/surveys', gate: 'session', module: 'surveys' },
  { path: '/surveys/:id', gate: 'session', module: 'surveys' },
  { path: '/courses/:slug', gate: 'session', built: true },
  { path: '/courses/:slug/lessons/:id', gate: 'session', frame: 'bare', built: true },
  { path: '/masters/:slug', gate: 'session', built: true },
  // Beside the specification: a recording of a meeting.
  { path: '/meets/:slug/recordings/:id', gate: 'session', frame: 'bare', module: 'meetings', instead: '/products/:slug', built: true },
  { path: '/meets/:slug', gate: 'session', frame: 'bare', module: 'meetings', instead: '/products/:slug', built: true },
  { path: '/users/:id', gate: 'session', built: true },
  { path: '/mystuff', gate: 'session', to: '/mystuff/products' },
  { path: '/mystuff/products', gate: 'session', built: true },
  { path: '/mystuff/subscriptions', gate: 'session', built: true },
  { path: '/mystuff/orders', gate: 'session', built: true },
  { path: '/account/my-data', gate: 'session', built: true },

  { path: '/account', gate: 'producer', to: '/account/globalview' },
  { path: '/account/globalview', gate: 'producer', built: true },
  { path: '/account/channels', gate: 'producer', built: true },
  { path: '/account/channels/:channelSlug', gate: 'producer', built: true },
  { path: '/account/channels/:channelSlug/products/:productSlug', gate: 'producer', built: true },
  { path: '/account/channels/:channelSlug/courses/:courseSlug', gate: 'producer', built: true },
  { path: '/account/channels/:channelSlug/masters/:masterSlug', gate: 'producer', built: true },
  { path: '/account/products', gate: 'producer', built: true },
  { path: '/account/products/new', gate: 'producer', built: true },
  // Beside the specification: how a product was watched.
  { path: '/account/products/:productSlug/quality', gate: 'producer', built: true },
  { path: '/account/courses/new', gate: 'producer', built: true },
  { path: '/account/masters/new', gate: 'producer', built: true },
  { path: '/account/speakers', gate: 'producer', built: true },
  { path: '/account/speakers/:id', gate: 'producer', built: true },
  { path: '/account/sales', gate: 'producer', built: true },
  // Beside the specification: goods of paid orders, for those who send them.
  { path: '/account/shipping', gate: 'producer', built: true },
  { path: '/account/payouts', gate: 'producer', built: true },
  // Beside the specification: broadcast time that is bought in advance.
  { path: '/account/prepaid', gate: 'producer', built: true },
  { path: '/account/salescode', gate: 'producer', built: true },
  { path: '/account/salesopportunity', gate: 'producer', built: true },
  { path: '/account/analytics', gate: 'producer' },
  // Below /manage, yet an organizer's own: listed before the administrators' area.
  { path: '/manage/store/entity/:slug', gate: 'editor', built: true },

  { path: '/manage', gate: 'admin', to: '/manage/products' },
  { path: '/manage/products', gate: 'admin', built: true },
  { path: '/manage/products/new', gate: 'admin', built: true },
  { path: '/manage/products/:productSlug', gate: 'admin', built: true },
  { path: '/manage/courses/new', gate: 'admin', built: true },
  { path: '/manage/courses/:courseSlug', gate: 'admin', built: true },
  { path: '/manage/masters/new', gate: 'admin', built: true },
  { path: '/manage/masters/:masterSlug', gate: 'admin', built: true },
  { path: '/manage/productsopen', gate: 'admin', built: true },
  { path: '/manage/new-product', gate: 'admin', built: true },
  { path: '/manage/channels', gate: 'admin', built: true },
  { path: '/manage/channels/:channelSlug', gate: 'admin', built: true },
  { path: '/manage/sales', gate: 'admin', built: true },
  { path: '/manage/refunds', gate: 'admin', built: true },
  // Beside the specification: taxes of a quarter and their dated rates.
  { path: '/manage/taxes', gate: 'admin', built: true },
  { path: '/manage/payouts', gate: 'admin', built: true },
  { path: '/manage/manage-users', gate: 'admin', built: true },
  { path: '/manage/analytics', gate: 'admin' },
  { path: '/manage/pages', gate: 'admin', built: true },
  { path: '/manage/pages/:id', gate: 'admin', built: true },
  { path: '/manage/modules', gate: 'admin', built: true },
  { path: '/manage/modules/media-pay', gate: 'admin', built: true },
  { path: '/manage/modules/login', gate: 'admin', built: true },
  { path: '/manage/adversiting', gate: 'admin', module: 'advertising' },
  { path: '/manage/open-lab', gate: 'admin' },
  { path: '/manage/open-lab/lean-test', gate: 'admin' },
  { path: '/manage/open-lab/ideas', gate: 'admin' },
  { path: '/manage/open-lab/surveys', gate: 'admin', module: 'surveys' },
  { path: '/manage/open-lab/surveys/create', gate: 'admin', module: 'surveys' },
  { path: '/manage/open-lab/surveys/:id', gate: 'admin', module: 'surveys' },
  { path: '/manage/cognition', gate: 'admin', module: 'cognition' },
  { path: '/manage/config-admin', gate: 'admin', built: true },
  { path: '/manage/e-learning/lessons', gate: 'admin', built: true },
  { path: '/manage/leads', gate: 'admin', module: 'leads' },
  { path: '/manage/home', gate: 'admin', built: true },
  { path: '/manage/notifications', gate: 'admin', module: 'notifications', built: true },
  { path: '/manage/track-emails', gate: 'admin', module: 'email_tracking' },
  { path: '/manage/speakers', gate: 'admin', built: true },
  { path: '/manage/speakers/:id', gate: 'admin', built: true },

  // Unknown addresses of an area still have its gate.
  { path: '/account/*', gate: 'producer' },
  { path: '/manage/*', gate: 'admin' },
  { path: '*', gate: 'session' },
] as const satisfies readonly RouteRow[]

type Row = (typeof routeTable)[number]
export type RoutePath = Row['path']
/** Addresses that have a screen: the router must name each of them, and no other. */
export type BuiltPath = Extract<Row, { built: true }>['path']

export const routes: readonly RouteRow[] = routeTable

const frameOfGate: Partial<Record<Gate, Frame>> = { admin: 'manage', producer: 'account', editor: 'account' }
export const frameOf = ({ frame, gate }: RouteRow): Frame => frame ?? frameOfGate[gate] ?? 'store'

/** Whether a menu may link to an address. */
export function isBuilt(path: RoutePath): boolean {
  return routes.some((row) => row.path === path && (row.built === true || (row.to !== undefined && isBuilt(row.to as RoutePath))))
}

/** The module that a screen needs, for menus that leave out what is off. */
export function moduleOf(path: RoutePath): ModuleId | undefined {
  return routes.find((row) => row.path === path)?.module
}
