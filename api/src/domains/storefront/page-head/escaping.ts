/** Line breaks and characters that no text needs (control, direction) become blanks: a title is one line. */
export const oneLine = (value: string): string =>
  value
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\s]+/gu, ' ')
    .toWellFormed()
    .trim()

/**
 * The word that gateway and nginx put each answer's nonce in place of (scripts/gateway/headers.mjs): in nobody's text
 * may it become one.
 */
const withoutNonce = (value: string): string => value.replaceAll(/__CSP_NONCE__/gi, '')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const attribute = (value: string): string => withoutNonce(oneLine(value)).replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/**
 * In a script nothing is escaped by entities: what could end it, or turn the line around, is written as a JSON escape.
 */
export const inScript = (value: object): string =>
  withoutNonce(JSON.stringify(value))
    .toWellFormed()
    .replaceAll(/[<>&\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
