import { DomainError } from '../errors.ts'
import { canMove } from './machine.ts'
import { userTransitions, type ApprovalState } from './states.ts'

export const userActions = ['approve', 'disapprove', 'block', 'unblock', 'delete'] as const
export type UserAction = (typeof userActions)[number]

/** Stored facts of an account; its approval goes on below a block. */
export interface UserFacts {
  approval: Extract<ApprovalState, 'pending' | 'approved' | 'not_approved'>
  blocked: boolean
  deleted: boolean
}

/** Exactly one of the five states (ID-049). */
export function userState(facts: UserFacts): ApprovalState {
  if (facts.deleted) return 'deleted'
  return facts.blocked ? 'blocked' : facts.approval
}

/** @throws DomainError USER_STATE where the act leads nowhere from here */
export function actOnUser(facts: UserFacts, action: UserAction): UserFacts {
  const next = acts[action](facts)
  if (!next || !canMove(userTransitions, userState(facts), userState(next))) {
    throw new DomainError('USER_STATE', { detail: `${action} of an account that is ${userState(facts)}` })
  }
  return next
}

export function canActOnUser(facts: UserFacts, action: UserAction): boolean {
  const next = acts[action](facts)
  return next !== undefined && canMove(userTransitions, userState(facts), userState(next))
}

/** Undefined where the act does not mean this state: a block is lifted by unblocking, not by approving. */
const acts: Record<UserAction, (facts: UserFacts) => UserFacts | undefined> = {
  approve: (facts) => (facts.blocked ? undefined : { ...facts, approval: 'approved' }),
  disapprove: (facts) => (facts.blocked ? undefined : { ...facts, approval: 'not_approved' }),
  block: (facts) => ({ ...facts, blocked: true }),
  unblock: (facts) => (facts.blocked ? { ...facts, blocked: false } : undefined),
  delete: (facts) => ({ ...facts, deleted: true }),
}
