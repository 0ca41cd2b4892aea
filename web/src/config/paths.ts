import { paths } from '@e-events/shared/domain/addresses.ts'

export { paths }

/** Pages that somebody who just logged in has no use for. */
const doors = /^\/(login|logout|logup|recovery-password|reset-password|activate)(\/|\?|#|$)/

/** A `next` is followed only inside this site: `//host` and `https:` would lead a freshly logged-in user away. */
export function safeNext(next: string | null): string {
  // Browsers drop tabs and line breaks from an address, so `/\t/host` would become `//host`.
  if (!next || !next.startsWith('/') || next.startsWith('//') || /[\\\p{Cc}]/u.test(next)) return paths.home
  return doors.test(next) ? paths.home : next
}
