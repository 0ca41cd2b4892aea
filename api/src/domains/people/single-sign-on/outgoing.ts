import { lookup } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { SingleSignOnError } from './policy.ts'

const timeoutMs = 5_000
const maxBytes = 256 * 1024

/**
 * Addresses that lead into our own network or to nobody: loopback, private, link-local (metadata of a cloud), shared,
 * multicast and reserved ones.
 */
const inside = new BlockList()
for (const range of ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'])
  addRange(range, 'ipv4')
for (const range of ['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3']) addRange(range, 'ipv4')
for (const range of ['::/96', '64:ff9b::/96', '64:ff9b:1::/48', 'fc00::/7', 'fe80::/10', 'ff00::/8']) addRange(range, 'ipv6')

function addRange(range: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits] = range.split('/')
  inside.addSubnet(address, Number(bits), family)
}

/** Also of an IPv4 address that is written as one of IPv6. */
export function isInside(address: string): boolean {
  return inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Resolved once: the connection goes to an address that was looked at. */
const outsideOnly: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const [first] = found
    if (!first || found.some(({ address }) => isInside(address))) return done(new Error('leads inside'), '')
    if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })
}

/**
 * JSON of a provider: within five seconds, of a bounded size, without following it elsewhere, and in production not
 * from our own network.
 * @throws SingleSignOnError unavailable, whose text holds nothing of what was sent or answered
 */
export async function fetchJson(
  address: string,
  init: { production: boolean; method?: string; body?: string; headers?: Record<string, string> },
): Promise<{ status: number; body: unknown }> {
  const url = new URL(address)
  try {
    const reply = await ask(url, init)
    const bytes = await readBounded(reply)
    const status = reply.statusCode ?? 0
    if (status >= 300 && status < 400) throw new RangeError('leads elsewhere')
    return { status, body: JSON.parse(new TextDecoder().decode(bytes)) as unknown }
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : 'failure'
    throw new SingleSignOnError('unavailable', { detail: `${url.origin} gave no readable answer (${name})`, fault: 'unreachable' })
  }
}

function ask(url: URL, { production, method = 'GET', body, headers }: Parameters<typeof fetchJson>[1]): Promise<IncomingMessage> {
  // Node looks up no address that is one already.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (production && isIP(literal) !== 0 && isInside(literal)) throw new RangeError('leads inside')
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp
    const asked = start(
      url,
      {
        method,
        headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        ...(production ? { lookup: outsideOnly } : {}),
      },
      resolve,
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

async function readBounded(reply: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of reply as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > maxBytes) throw new RangeError('too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
