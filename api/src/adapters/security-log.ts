import { isIPv4 } from 'node:net'
import { networkOf } from '@e-events/shared/node/client-network.ts'
import type { Log } from './log.ts'

/** Names of events that somebody who looks for an attack searches for; closed, so that alerts can be written on them. */
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
  | 'token.reuse'
  | 'access.denied'
  | 'rate.limited'

/** Never what somebody typed: no e-mail, no name, no password, no token. */
export interface SecurityFacts {
  requestId: string
  address: string
  /** Absent where it is not known. */
  accountId?: string | undefined
  /** Account of the member of staff who did it. */
  by?: string | undefined
  /** Path pattern of the endpoint. */
  route?: string | undefined
}

export type SecurityLog = (event: SecurityEvent, facts: SecurityFacts) => void

/** Lines of their own (`log: "security"`) at info, also where the service logs warnings alone; of an address only its network (/24 or /64). */
export function createSecurityLog(log: Log): SecurityLog {
  const lines = log.child({ log: 'security' }, log.level === 'silent' ? {} : { level: 'info' })
  return (event, { address, ...facts }) => lines.info({ event, network: neighbourhoodOf(address), ...facts }, 'security event')
}

function neighbourhoodOf(address: string): string {
  const network = networkOf(address)
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network
}
