import { isAdmin } from '@e-events/shared/domain/roles.ts'
import type { Role } from '@e-events/shared/domain/states.ts'
import { canActOnUser, userActions, type UserAction, type UserFacts } from '@e-events/shared/domain/users.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import type { UserRow } from '../../../db/tables/people.ts'

/** Facts of the account that is acted upon which protect the last administrator. */
export interface AdminFacts {
  isSelf: boolean
  /** Nobody else administers the site. */
  isLastAdmin: boolean
}

/** Acts that would take an administrator away from the site. */
const takesAway: ReadonlySet<UserAction> = new Set(['disapprove', 'block', 'delete'])

export function factsOf(row: Pick<UserRow, 'approval_state' | 'blocked_at' | 'deleted_at'>): UserFacts {
  return { approval: row.approval_state, blocked: row.blocked_at !== null, deleted: row.deleted_at !== null }
}

/** Somebody who can administer the site whatever it asks of accounts. */
export function isWorkingAdmin(
  row: Pick<UserRow, 'roles' | 'approval_state' | 'blocked_at' | 'deleted_at' | 'email_verified_at'>,
): boolean {
  return (
    isAdmin(row.roles) &&
    row.approval_state === 'approved' &&
    row.blocked_at === null &&
    row.deleted_at === null &&
    row.email_verified_at !== null
  )
}

/** Why not; null where the act is allowed (ID-050..055, ADM-045). */
export function refusalOfAct(row: Parameters<typeof isWorkingAdmin>[0], action: UserAction, adminFacts: AdminFacts): ErrorCode | null {
  if (!canActOnUser(factsOf(row), action)) return 'USER_STATE'
  return takesAway.has(action) && (adminFacts.isSelf || adminFacts.isLastAdmin) ? 'LAST_ADMIN' : null
}

/**
 * Nobody takes ADMIN from themself or from the last one; an account whose e-mail nobody confirmed gets no role: a
 * stranger may have made it.
 */
export function refusalOfRoles(row: UserRow, roles: readonly string[], adminFacts: AdminFacts): ErrorCode | null {
  const gains = roles.some((role) => role !== 'VIEWER' && !row.roles.includes(role as Role))
  if (gains && row.email_verified_at === null) return 'USER_STATE'
  if (!isAdmin(row.roles) || isAdmin(roles)) return null
  return adminFacts.isSelf || adminFacts.isLastAdmin ? 'LAST_ADMIN' : null
}

export function allowedActs(row: Parameters<typeof isWorkingAdmin>[0], adminFacts: AdminFacts): Record<UserAction, boolean> {
  const entries = userActions.map((action) => [action, refusalOfAct(row, action, adminFacts) === null] as const)
  return Object.fromEntries(entries) as Record<UserAction, boolean>
}
