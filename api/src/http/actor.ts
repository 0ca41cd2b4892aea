import type { UserId } from '@e-events/shared/domain/ids.ts'
import type { Role } from '@e-events/shared/domain/states.ts'
import type { UserRow } from '../db/tables/people.ts'

export type RoleName = Role

/** Party that acts, as policies and services see it. */
export interface Actor {
  id: string
  isAdmin: boolean
}

/** The account behind a request, read from the database for this request. */
export interface SessionActor extends Actor {
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
