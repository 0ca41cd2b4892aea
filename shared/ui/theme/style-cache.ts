import createCache, { type EmotionCache } from '@emotion/cache'

/**
 * Styles made at run time carry the nonce that the server wrote into the page, so that a policy without 'unsafe-inline'
 * lets them in. Pages are served with `<meta property="csp-nonce" nonce="…">`; without it (development) there is none
 * to carry. `container`: the head of another document (a preview in a frame) whose styles these are.
 */
export function createStyleCache(container?: HTMLElement): EmotionCache {
  const nonce = styleNonce()
  // Read by goober, the style engine inside the snackbars.
  if (nonce) Object.assign(globalThis, { __nonce__: nonce })
  return createCache({ key: 'ee', ...(nonce ? { nonce } : {}), ...(container ? { container } : {}) })
}

export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
}
