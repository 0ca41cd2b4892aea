import type { UserId } from '@e-events/shared/domain/ids.ts'
import type { Role } from '@e-events/shared/domain/states.ts'
import type { UserRow } from '../db/tables/people.ts'

export type RoleName = Role

/** The account behind a request, read from the database for this request. */
export interface SessionActor {
  id: UserId
  roles: readonly Role[]
  /** The signed-in device. */
  sessionId: string
  row: UserRow
  /** The site asks this role for a second factor and the account has none: role endpoints wait until it has. */
  lacksTwoFactor: boolean
  /** Logged in, or confirmed by its password, within `limits.stepUpMs`. */
  isConfirmed: boolean
}

/** ADMIN passes every role. */
export function hasRole(actor: Pick<SessionActor, 'roles'> | null, role: Role): boolean {
  return actor !== null && (actor.roles.includes(role) || actor.roles.includes('ADMIN'))
}
