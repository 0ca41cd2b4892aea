import { existsSync } from 'node:fs'

/**
 * `local`: this machine alone reaches it. `exposed`: other machines do, as on a trial with `npm start -- --host`.
 * `production`: it is said to be, or its pages have an https address.
 */
export type Reach = 'local' | 'exposed' | 'production'

export interface Deployment {
  nodeEnv: 'development' | 'test' | 'production'
  /** Addresses of pages, as browsers see them; a path is none. */
  origins?: readonly (string | undefined)[]
  /** Addresses that the service listens on or gives to others. In a container every address is still one machine. */
  listens: readonly (string | undefined)[]
  /** Addresses to which others send: they count inside a container, too. */
  announces?: readonly (string | undefined)[]
  isContainer?: boolean
}

const loopback = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

/** Derives from its addresses where a service runs: a forgotten NODE_ENV must not open it. */
export function reachOf({ nodeEnv, origins = [], listens, announces = [], isContainer = runsInContainer() }: Deployment): Reach {
  const away = origins.flatMap((origin) => {
    const url = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
    return url && !loopback.test(url.hostname) ? [url] : []
  })
  if (nodeEnv === 'production' || away.some(({ protocol }) => protocol === 'https:')) return 'production'
  const isHeard = (address: string | undefined) => address !== undefined && !loopback.test(address)
  return away.length > 0 || announces.some(isHeard) || (!isContainer && listens.some(isHeard)) ? 'exposed' : 'local'
}

const published = /development-only|change-me/i

/** Lists the faults in secrets and addresses of a service that others reach; a service on loopback has none. */
export function deploymentProblems(
  reach: Reach,
  { secrets, origins = {} }: { secrets: Readonly<Record<string, string>>; origins?: Readonly<Record<string, string | undefined>> },
): string[] {
  if (reach === 'local') return []
  // Both parts of a secret that is being changed count.
  const entries = Object.entries(secrets).flatMap(([name, given]) => given.split(',').map((secret) => [name, secret] as const))
  const weak = entries.flatMap(([name, secret], index) => {
    if (published.test(secret) || published.test(Buffer.from(secret, 'base64').toString('latin1')))
      return [`${name}: needs a secret of its own (the one of development is published)`]
    if (new Set(secret).size < 8) return [`${name}: is too simple to be a secret (openssl rand -base64 32)`]
    const twin = entries.slice(0, index).find(([, other]) => other === secret)
    return twin ? [`${name}: is the same as ${twin[0]}`] : []
  })
  const open = Object.entries(origins).filter(([, origin]) => reach === 'production' && origin?.startsWith('http:') && !isLoopback(origin))
  return [...weak, ...open.map(([name]) => `${name}: production is reached over https`)]
}

const isLoopback = (origin: string) => URL.canParse(origin) && loopback.test(new URL(origin).hostname)

const runsInContainer = () => existsSync('/.dockerenv') || existsSync('/run/.containerenv')
