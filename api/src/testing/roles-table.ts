/**
 * Who may do what, written by hand from the specification and the decisions (never from the contract: the privilege
 * matrix compares the two).
 *
 * Anonymous: the public catalogue and the authentication screens.
 * Viewer: everything of anonymous, own account, getting tickets, the player.
 * Producer: everything of viewer, own channels, products, broadcasts and recordings; somebody else's look absent.
 * Administrator: everything.
 * A session that is not valid (waiting for approval, blocked, expired token) is none: even a public page answers 'log
 * in' to a stale token, so that the client notices and refreshes; only the doors of authentication themselves never
 * look at a token.
 */
export const callers = ['anonymous', 'unapproved', 'blocked', 'expired', 'viewer', 'owner', 'otherProducer', 'admin'] as const
export type Caller = (typeof callers)[number]

/**
 * ok: 2xx. login: 401 UNAUTHENTICATED. role: 403 FORBIDDEN_ROLE. absent: 404 NOT_FOUND. ticket: 402 TICKET_REQUIRED.
 * organizer: 409 UPGRADE_STATE.
 */
export type Cell = 'ok' | 'login' | 'role' | 'absent' | 'ticket' | 'organizer'
type Row = Record<Caller, Cell>

const stale = { unapproved: 'login', blocked: 'login', expired: 'login' } as const

const door: Row = {
  anonymous: 'ok',
  unapproved: 'ok',
  blocked: 'ok',
  expired: 'ok',
  viewer: 'ok',
  owner: 'ok',
  otherProducer: 'ok',
  admin: 'ok',
}
const everybody: Row = { ...door, ...stale }
const anySession: Row = { ...everybody, anonymous: 'login' }
const anyProducer: Row = { ...anySession, viewer: 'role' }
const ownerOnly: Row = { ...anyProducer, otherProducer: 'absent' }
const staffOnly: Row = { ...anyProducer, owner: 'role', otherProducer: 'role' }

export const rolesTable: Record<string, Row> = {
  'POST /auth/login': door,
  'POST /auth/refresh': door,
  'POST /auth/logout': door,
  'POST /auth/register': door,
  'POST /auth/activate/:token': door,
  'POST /auth/recovery': door,
  'POST /auth/reset/:token': door,
  'POST /auth/email/:token': door,

  'GET /me': anySession,
  'PATCH /me': anySession,
  'PUT /me/password': anySession,
  'POST /me/email': anySession,
  'DELETE /me/email': anySession,
  'PUT /me/avatar': anySession,
  'DELETE /me/avatar': anySession,
  'GET /me/identities': anySession,
  // An identity of the viewer.
  'DELETE /me/identities/:id': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'GET /me/devices': anySession,
  // A device of the viewer.
  'DELETE /me/devices/:id': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'DELETE /me/devices': anySession,
  'POST /me/two-factor': anySession,
  'POST /me/two-factor/confirm': anySession,
  'POST /me/two-factor/recovery-codes': anySession,
  'DELETE /me/two-factor': anySession,
  'POST /me/step-up': anySession,
  // Organizers have nothing to ask for.
  'POST /me/upgrade': { ...anySession, owner: 'organizer', otherProducer: 'organizer' },
  'DELETE /me/upgrade': anySession,
  'GET /me/export': anySession,
  'POST /me/deletion': anySession,
  'DELETE /me/deletion': anySession,
  'GET /me/tours': anySession,
  'PUT /me/tours/:tour': anySession,
  'GET /users/:id/public': anySession,

  'GET /home': everybody,

  // The entity that the owner is a member of; the home page and pages are for staff alone (absent to organizers).
  'GET /sections/:kind/:key': ownerOnly,
  'PUT /sections/:kind/:key/draft': ownerOnly,
  'DELETE /sections/:kind/:key/draft': ownerOnly,
  'POST /sections/:kind/:key/publish': ownerOnly,
  'POST /sections/:kind/:key/schedule': ownerOnly,
  'DELETE /sections/:kind/:key/schedule': ownerOnly,
  'GET /sections/:kind/:key/versions': ownerOnly,
  'GET /sections/:kind/:key/versions/:number': ownerOnly,
  'POST /sections/:kind/:key/versions/:number/restore': ownerOnly,
  'POST /sections/:kind/:key/preview': ownerOnly,
  'GET /sections/:kind/:key/choices/:of': ownerOnly,

  'GET /entities': staffOnly,
  'GET /manage/entities/export': staffOnly,
  'POST /entities': staffOnly,
  'GET /entities/:slug': everybody,
  'PATCH /entities/:slug': staffOnly,
  'DELETE /entities/:slug': staffOnly,
  'GET /account/entities': anyProducer,

  'GET /pages': staffOnly,
  'GET /manage/pages/export': staffOnly,
  'POST /pages': staffOnly,
  'GET /pages/:slug': everybody,
  'PATCH /pages/:id': staffOnly,
  'DELETE /pages/:id': staffOnly,

  'GET /search': everybody,
  'GET /categories': everybody,
  'GET /manage/categories': staffOnly,
  'POST /categories': staffOnly,
  'PATCH /categories/:slug': staffOnly,
  'PUT /categories/order': staffOnly,
  'DELETE /categories/:slug': staffOnly,
  'GET /schedule': everybody,
  'GET /schedule/filters': everybody,
  'GET /schedule/:productSlug/section/:sectionId': everybody,
  'GET /schedule/:productSlug/calendar.ics': everybody,
  'GET /schedule/:productSlug/section/:sectionId/calendar.ics': everybody,
  'GET /shop': everybody,
  'GET /site': everybody,
  'POST /site/contact': everybody,

  'GET /channels': everybody,
  'GET /channels/:slug': everybody,
  'GET /account/channels': anyProducer,
  'GET /account/first-steps': anyProducer,
  'POST /channels': anyProducer,
  'PATCH /channels/:slug': ownerOnly,
  'GET /account/channels/export': anyProducer,
  'GET /account/channels/:slug': ownerOnly,
  'POST /channels/:slug/request-publication': ownerOnly,
  'POST /channels/:slug/withdraw': ownerOnly,
  'POST /channels/:slug/deactivate': ownerOnly,
  'POST /channels/:slug/approve': staffOnly,
  'POST /channels/:slug/reject': staffOnly,
  'POST /channels/:slug/suspend': staffOnly,
  'POST /channels/:slug/ban': staffOnly,
  'POST /channels/:slug/reinstate': staffOnly,

  'GET /speakers': everybody,
  'GET /speakers/:slug': everybody,
  'GET /account/speakers': anyProducer,
  'GET /account/speakers/export': anyProducer,
  'GET /account/speakers/:id': ownerOnly,
  'POST /speakers': anyProducer,
  'PATCH /speakers/:id': ownerOnly,
  'DELETE /speakers/:id': ownerOnly,

  'GET /products': everybody,
  'GET /products/:slug': everybody,
  'GET /account/products': anyProducer,
  'GET /account/products/:slug': ownerOnly,
  // Into the owner's channel: anybody else's is absent to a producer.
  'GET /account/products/export': anyProducer,
  'GET /manage/products': staffOnly,
  'GET /manage/products/export': staffOnly,
  'GET /manage/productsopen': staffOnly,
  'GET /manage/productsopen/export': staffOnly,
  'GET /config/product-types': anyProducer,
  'PUT /config/product-types': staffOnly,
  'POST /account/products': ownerOnly,
  'POST /products': ownerOnly,
  'PATCH /products/:slug': ownerOnly,
  'PUT /products/:slug/translations/:language': ownerOnly,
  'POST /products/:slug/sessions': ownerOnly,
  'POST /products/:slug/publish': ownerOnly,
  'POST /products/:slug/bundle/activate': ownerOnly,
  'POST /products/:slug/bundle/deactivate': ownerOnly,
  'DELETE /products/:slug': ownerOnly,
  'DELETE /products/:slug/translations/:language': ownerOnly,
  'PUT /products/:slug/metadata': ownerOnly,
  'PATCH /products/:slug/sessions/:sessionId': ownerOnly,
  'DELETE /products/:slug/sessions/:sessionId': ownerOnly,
  'POST /products/:slug/sessions/:sessionId/reschedule': ownerOnly,
  'POST /products/:slug/cancel': ownerOnly,
  'POST /recordings/:id/vod': ownerOnly,
  'POST /products/:slug/codes': ownerOnly,
  'GET /products/:slug/codes': ownerOnly,
  'GET /products/:slug/codes/export': ownerOnly,
  'POST /products/:slug/codes/:id/revoke': ownerOnly,
  'POST /coupons/redeem': anySession,
  'GET /coupons/impact': staffOnly,
  'POST /products/:slug/coupons': ownerOnly,
  'GET /products/:slug/coupons': ownerOnly,
  'GET /products/:slug/coupons/:id/codes': ownerOnly,
  'GET /products/:slug/coupons/:id/export': ownerOnly,
  'POST /products/:slug/coupons/:id/revoke': ownerOnly,
  'POST /products/:slug/coupons/:id/codes/:codeId/revoke': ownerOnly,

  // A free post: every account reads it.
  'GET /posts/:slug': anySession,
  'GET /posts/:slug/teaser': everybody,
  'GET /account/products/:slug/post': ownerOnly,
  'PUT /products/:slug/post': ownerOnly,
  'DELETE /products/:slug/post/:language': ownerOnly,

  'GET /products/:slug/chapters': everybody,
  'PUT /products/:slug/chapters': ownerOnly,
  'GET /me/feeds': anySession,
  'POST /me/feeds': anySession,
  // Feeds of the viewer.
  'POST /me/feeds/:id/rotate': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'DELETE /me/feeds/:id': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },

  'POST /products/:slug/tickets': anySession,
  'GET /tickets': anySession,
  'GET /account/products/:slug/stock': ownerOnly,
  'GET /products/:slug/waiting-list': anySession,
  'POST /products/:slug/waiting-list': anySession,
  'DELETE /products/:slug/waiting-list': anySession,
  'GET /products/:slug/shipping': everybody,
  'GET /channels/:slug/shipping': ownerOnly,
  'PUT /channels/:slug/shipping': ownerOnly,
  'GET /producer/shipments': anyProducer,
  'POST /producer/shipments/:id/state': ownerOnly,
  'GET /products/:slug/checkout': anySession,
  'POST /orders': anySession,
  'GET /orders': anySession,
  // An order of the viewer.
  'GET /orders/:id': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'POST /orders/:id/payment': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'POST /orders/:id/check': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  // An invoice of the viewer, from the owner's channel.
  'GET /invoices/:id/pdf': { ...anySession, otherProducer: 'absent' },
  'GET /orders/:id/refunds': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'POST /orders/:id/refunds': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'GET /refund-proposals': staffOnly,
  'GET /producer/refund-proposals': anyProducer,
  'POST /refund-proposals/:id/approve': ownerOnly,
  'POST /refund-proposals/:id/refuse': ownerOnly,
  'GET /refund-runs': staffOnly,
  'GET /producer/refund-runs': anyProducer,
  'GET /refunds/overdue': staffOnly,
  'GET /producer/sales': anyProducer,
  'GET /producer/sales/export': anyProducer,
  'GET /sales': staffOnly,
  'GET /sales/export': staffOnly,
  'POST /sales/:id/refund': ownerOnly,
  'GET /taxes': staffOnly,
  'GET /taxes/export': staffOnly,
  'GET /taxes/rules': staffOnly,
  'POST /taxes/rules': staffOnly,
  'DELETE /taxes/rules/:id': staffOnly,
  // The hosted page of a provider: its address is the key.
  'GET /test-payments/:id': everybody,
  'POST /test-payments/:id/pay': everybody,
  'POST /test-payments/:id/confirm': everybody,

  'POST /uplink-checks': anyProducer,
  'POST /broadcasts/:productSlug/start': ownerOnly,
  'POST /broadcasts/:productSlug/connect': ownerOnly,
  'POST /broadcasts/:productSlug/feeds': ownerOnly,
  'POST /broadcasts/:productSlug/stop': ownerOnly,
  'GET /broadcasts/:productSlug': ownerOnly,
  'GET /recordings': anyProducer,
  'POST /images': anyProducer,
  // Who sent it, and staff.
  'GET /uploads/:id': ownerOnly,
  'GET /products/:slug/media': ownerOnly,
  'GET /products/:slug/trailer': everybody,
  'POST /products/:slug/media/:purpose/retry': ownerOnly,
  'POST /products/:slug/media/:purpose/cancel': ownerOnly,
  'DELETE /products/:slug/media/:purpose': ownerOnly,

  'GET /users': staffOnly,
  'GET /users/export': staffOnly,
  'GET /users/:id': staffOnly,
  'PATCH /users/:id': staffOnly,
  'POST /users/:id/approve': staffOnly,
  'POST /users/:id/disapprove': staffOnly,
  'POST /users/:id/block': staffOnly,
  'POST /users/:id/unblock': staffOnly,
  'DELETE /users/:id': staffOnly,
  'POST /users/bulk': staffOnly,
  'POST /users/:id/upgrade': staffOnly,
  'GET /clients': staffOnly,
  'POST /clients': staffOnly,
  'PATCH /clients/:id': staffOnly,
  'DELETE /clients/:id': staffOnly,
  'GET /audit': staffOnly,
  'GET /audit/export': staffOnly,

  'GET /config': everybody,
  'PUT /config': staffOnly,
  'GET /config/payments': everybody,
  'GET /config/payments/stripe': anySession,
  'GET /config/modules': everybody,
  'PUT /config/modules/:id': staffOnly,
  'GET /config/modules/media-pay': staffOnly,
  'PUT /config/modules/media-pay': staffOnly,
  'GET /config/theme/home': everybody,
  'PUT /config/theme/home': staffOnly,
  'GET /config/realtime': everybody,
  'GET /config/register/fields': everybody,
  'PUT /config/register/fields': staffOnly,
  'GET /config/register/social': everybody,
  'GET /config/register/domains': everybody,
  'PUT /config/register/domains': staffOnly,
  'GET /config/exchange-rates': everybody,
  'PUT /config/exchange-rates': staffOnly,
  'GET /config/two-factor': staffOnly,
  'PUT /config/two-factor': staffOnly,
  'GET /config/sign-on-providers': staffOnly,
  'POST /config/sign-on-providers': staffOnly,
  'POST /config/sign-on-providers/check': staffOnly,
  'PUT /config/sign-on-providers/:provider': staffOnly,

  'GET /notifications': anySession,
  'GET /notifications/unread': anySession,
  // Everybody's are their own: the one of these requests is the viewer's, and absent to the others.
  'POST /notifications/:id/read': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'POST /notifications/read': anySession,
  'DELETE /notifications/:id': { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' },
  'POST /notifications/audience': staffOnly,
  'POST /notifications': staffOnly,
  'POST /notifications/snack': staffOnly,
  'GET /notifications/sent': staffOnly,

  // A viewer here holds a ticket; another producer is a viewer without one.
  'GET /products/:slug/playback': { ...anySession, otherProducer: 'ticket' },
}
