import { lookup } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

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

/** Answer of another server: its status, and a body of a bounded size. */
export interface OutsideAnswer {
  status: number
  bytes: Uint8Array
}

/**
 * Asks a server whose address somebody typed: redirects are not followed, and in production nothing goes to our own
 * network. The caller's signal ends it.
 * @throws RangeError for an address inside and for a body that is too large, Error where no answer came
 */
export async function askOutside(address: URL, sent: Sent): Promise<OutsideAnswer> {
  const reply = await ask(address, sent)
  return { status: reply.statusCode ?? 0, bytes: await readBounded(reply) }
}

interface Sent {
  production: boolean
  method?: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

function ask(url: URL, { production, method = 'GET', body, headers, signal }: Sent): Promise<IncomingMessage> {
  // Node looks up no address that is one already.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (production && isIP(literal) !== 0 && isInside(literal)) throw new RangeError('leads inside')
  const text = body instanceof URLSearchParams ? body.toString() : undefined
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp
    const asked = start(
      url,
      {
        method,
        headers: { ...headers, ...(text === undefined ? {} : { 'content-length': Buffer.byteLength(text) }) },
        signal,
        agent: false,
        ...(production ? { lookup: outsideOnly } : {}),
      },
      resolve,
    )
    asked.on('error', reject)
    asked.end(text)
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
