// Headers of every answer to a browser. nginx sends the same in production (deploy/nginx; a test compares them).
// index.html holds this placeholder, and each answer gets a value of its own: the only inline code that runs is the one
// we wrote.
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** Pages with the form of a payment service (`isPaymentPage` of shared/src/domain/addresses.ts). */
export const PAYMENT_PAGES = /^\/payments\/orders\//

/** Sources of the form of the payment service, on those pages alone: docs/security.md lists each script. */
export const paymentSources = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  connect: ' https://api.stripe.com',
  frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  // The card terminal of a bank, whose address an administrator stores.
  form: ' https:',
}
const noSources = { script: '', connect: '', frame: '', form: '' }

/**
 * @param {string} nonce
 * @param {readonly string[]} [mediaOrigins] where else the video of a page's hero may come from (PAGE_MEDIA_ORIGINS)
 * @param {typeof paymentSources} [more] of pages on which one pays
 * @returns {string} the Content-Security-Policy of every page
 */
export const contentSecurityPolicy = (nonce, mediaOrigins = [], more = noSources) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${more.script}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `media-src ${["'self'", 'blob:', ...mediaOrigins].join(' ')}`,
    `connect-src 'self'${more.connect}`,
    "worker-src 'self' blob:",
    // Players elsewhere: `embedOrigins` of shared/src/domain/embed.ts (a test compares them).
    `frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com https://w.soundcloud.com${more.frame}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${more.form}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of every static answer, beside the policy. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(self)',
  'x-frame-options': 'DENY',
}

/** In their place on pages on which one pays: wallets ask in a frame of the service, and banks in a window. */
export const paymentHeaders = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(self "https://js.stripe.com")',
}

export const CACHE_FOREVER = 'public, max-age=31536000, immutable'
export const CACHE_ASK = 'no-cache'
export const CACHE_HOUR = 'public, max-age=3600'
