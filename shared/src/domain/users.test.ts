import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import type { ApprovalState } from './states.ts'
import { actOnUser, canActOnUser, userActions, userState, type UserAction, type UserFacts } from './users.ts'

const approvals = ['pending', 'approved', 'not_approved'] as const
const everyAccount: UserFacts[] = approvals.flatMap((approval) =>
  [false, true].flatMap((blocked) => [false, true].map((deleted) => ({ approval, blocked, deleted }))),
)
/** By hand: the state before, and where each act leads; what is not named is refused. */
const table: Record<ApprovalState, Partial<Record<UserAction, ApprovalState | 'the one before'>>> = {
  pending: { approve: 'approved', disapprove: 'not_approved', block: 'blocked', delete: 'deleted' },
  approved: { disapprove: 'not_approved', block: 'blocked', delete: 'deleted' },
  not_approved: { approve: 'approved', block: 'blocked', delete: 'deleted' },
  blocked: { unblock: 'the one before', delete: 'deleted' },
  deleted: {},
}

describe('the states of an account', () => {
  it('are told apart: deleted before blocked before the approval [ID-049]', () => {
    expect(everyAccount.map((facts) => userState(facts))).toEqual([
      'pending', 'deleted', 'blocked', 'deleted',
      'approved', 'deleted', 'blocked', 'deleted',
      'not_approved', 'deleted', 'blocked', 'deleted',
    ]) // prettier-ignore
  })

  it.each(everyAccount.flatMap((facts) => userActions.map((action) => [userState(facts), action, facts] as const)))(
    '%s: %s',
    (state, action, facts) => {
      const wanted = table[state][action]
      expect(canActOnUser(facts, action)).toBe(wanted !== undefined)
      if (wanted === undefined) {
        expect(() => actOnUser(facts, action)).toThrow(DomainError)
        return
      }
      const next = actOnUser(facts, action)
      expect(userState(next)).toBe(wanted === 'the one before' ? facts.approval : wanted)
    },
  )
})
