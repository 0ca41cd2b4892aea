// Headers of every answer to a browser. nginx sends the same in production (deploy/nginx; a test compares them).
// index.html holds this placeholder, and each answer gets a value of its own: the only inline code that runs is the one
// we wrote.
export const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/**
 * @param {string} nonce
 * @param {readonly string[]} [mediaOrigins] where else the video of a page's hero may come from (PAGE_MEDIA_ORIGINS)
 * @returns {string} the Content-Security-Policy of every page
 */
export const contentSecurityPolicy = (nonce, mediaOrigins = []) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `media-src ${["'self'", 'blob:', ...mediaOrigins].join(' ')}`,
    "connect-src 'self'",
    "worker-src 'self' blob:",
    // Players elsewhere: `embedOrigins` of shared/src/domain/embed.ts (a test compares them).
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com https://w.soundcloud.com',
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
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

export const CACHE_FOREVER = 'public, max-age=31536000, immutable'
export const CACHE_ASK = 'no-cache'
export const CACHE_HOUR = 'public, max-age=3600'
