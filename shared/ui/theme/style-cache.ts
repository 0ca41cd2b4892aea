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
  return withSmallSheets(createCache({ key: 'ee', ...(nonce ? { nonce } : {}), ...(container ? { container } : {}) }))
}

/** Styles that a menu brings along are some dozens. */
const rulesPerSheet = 64

/**
 * Begins another style element after so many rules: Chromium styles anew whatever any rule of a sheet matches to which
 * a media query or key frames are added, which was every element of the page (decision small-style-sheets).
 */
function withSmallSheets(cache: EmotionCache): EmotionCache {
  const { sheet } = cache
  const insert = sheet.insert.bind(sheet)
  sheet.insert = (rule) => {
    if (sheet.isSpeedy && sheet.ctr >= rulesPerSheet) sheet.ctr = 0
    insert(rule)
  }
  return cache
}

export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
}
