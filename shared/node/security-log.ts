import { isIPv4 } from 'node:net'
import type { Logger } from 'pino'
import { networkOf } from './client-network.ts'

/**
 * Closed set of security events, so that alerts can be written for them.
 */
export type SecurityEvent =
  | 'login.ok'
  | 'login.failed'
  | 'login.limited'
  | 'login.paused'
  | 'second_factor.failed'
  | 'second_factor.on'
  | 'second_factor.off'
  | 'step_up.ok'
  | 'step_up.failed'
  | 'reset.asked'
  | 'reset.done'
  | 'role.changed'
  | 'token.refused'
  /** A connection for signalling that was turned away. */
  | 'signal.refused'
  | 'token.reuse'
  | 'access.denied'
  | 'rate.limited'

/** Never user input: no e-mail, no name, no password, no token. */
export interface SecurityFacts {
  /** Absent where a connection is refused before its first request. */
  requestId?: string | undefined
  address: string
  /** Absent where it is not known. */
  accountId?: string | undefined
  /** Account of the member of staff who did it. */
  by?: string | undefined
  /** Path pattern of the endpoint. */
  route?: string | undefined
  /** The code of the refusal, where the event has several. */
  reason?: string | undefined
}

export type SecurityLog = (event: SecurityEvent, facts: SecurityFacts) => void

/**
 * Lines of their own (`log: "security"`) at info, also where the service logs warnings alone; of an address only its
 * network (/24 or /64).
 */
export function createSecurityLog(log: Logger): SecurityLog {
  const lines = log.child({ log: 'security' }, log.level === 'silent' ? {} : { level: 'info' })
  return (event, { address, ...facts }) => lines.info({ event, network: neighbourhoodOf(address), ...facts }, 'security event')
}

function neighbourhoodOf(address: string): string {
  const network = networkOf(address)
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network
}
