import type { IncomingMessage } from 'node:http'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** The caller's address: as given by the nearest proxy where it is trusted, else the socket's. */
export function callerAddress(request: IncomingMessage, trustProxy: boolean): string {
  const direct = request.socket.remoteAddress ?? 'unknown'
  if (!trustProxy && !loopback.has(direct)) return direct
  const forwarded = request.headers['x-forwarded-for']
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim()
  return last === undefined || last === '' ? direct : last
}

/**
 * Whether a page of this origin may open signalling. Programs send no Origin and pass (their token decides); pages pass
 * from our own host, which a proxy hands on in Host or X-Forwarded-Host, and from the allow-list (the packaged studio,
 * a web app on another host).
 */
export function originAllowed(headers: IncomingMessage['headers'], allowed: readonly string[]): boolean {
  const origin = headers.origin
  if (origin === undefined) return true
  if (allowed.includes(origin)) return true
  const host = hostOf(origin)
  if (host === undefined) return false
  const forwarded = headers['x-forwarded-host']
  return host === headers.host || host === (Array.isArray(forwarded) ? forwarded[0] : forwarded)
}

function hostOf(origin: string): string | undefined {
  try {
    const { protocol, host } = new URL(origin)
    return protocol === 'http:' || protocol === 'https:' ? host : undefined
  } catch {
    return undefined
  }
}
