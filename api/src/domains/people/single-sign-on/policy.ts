import type { IssuerFault } from '@e-events/shared/contract/people/login-config.ts'
import type { SingleSignOnReason } from '@e-events/shared/domain/single-sign-on.ts'

/** Somebody comes back from the provider without a session, for this reason. */
export class SingleSignOnError extends Error {
  readonly reason: SingleSignOnReason
  /** Fault of the provider itself, for the administrator who sets it up. */
  readonly fault: IssuerFault | undefined
  /** Sealed, for reason `link`. */
  readonly pendingLink: string | undefined
  constructor(reason: SingleSignOnReason, options: { detail?: string; fault?: IssuerFault; pendingLink?: string; cause?: unknown } = {}) {
    super(options.detail ?? reason, { cause: options.cause })
    this.reason = reason
    this.fault = options.fault
    this.pendingLink = options.pendingLink
  }
}

const nextChars = 500

/** A page of this site, else the home page: nobody is led elsewhere with a fresh session. */
export function safeNext(next: unknown, origin: string): string {
  if (typeof next !== 'string' || next.length > nextChars || !next.startsWith('/') || next.startsWith('//')) return '/'
  // Browsers read a backslash as a slash, and drop tabs and line breaks.
  if (/[\\\p{Cc}]/u.test(next) || !URL.canParse(next, origin)) return '/'
  return new URL(next, origin).origin === new URL(origin).origin ? next : '/'
}

/**
 * Providers whose endpoints live on other hosts than their issuer does. Providers that are not named here answer from
 * one origin.
 */
const companions: Partial<Record<string, readonly string[]>> = {
  'https://accounts.google.com': ['https://oauth2.googleapis.com', 'https://www.googleapis.com'],
}

/** https; plain http only on this machine and outside production. */
export function isIssuerAllowed(issuer: string, options: { production: boolean }): boolean {
  if (!URL.canParse(issuer)) return false
  const url = new URL(issuer)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && !options.production && isLoopback(url.hostname)
}

/** Whether what a discovery document names is the issuer's own: it must not send us, or the secret, anywhere else. */
export function belongsToIssuer(address: string, issuer: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin, username, password } = new URL(address)
  const own = new URL(issuer).origin
  return username === '' && password === '' && (origin === own || companions[own]?.includes(origin) === true)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
