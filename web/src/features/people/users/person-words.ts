import type { UserAction, UserRowView } from '@e-events/shared/contract/people/users.ts'
import type { ApprovalState } from '@e-events/shared/domain/states.ts'
import type { Tone } from '@e-events/shared/ui/badges.tsx'

export const toneOf: Record<ApprovalState, Tone> = {
  pending: 'amber',
  approved: 'green',
  not_approved: 'neutral',
  blocked: 'red',
  deleted: 'neutral',
}

export const fullName = ({ name, surname, email }: Pick<UserRowView, 'name' | 'surname' | 'email'>): string =>
  `${name} ${surname}`.trim() || email

/** In the order of a row's menu, the one that loses something last. */
export const actionOrder = ['approve', 'disapprove', 'block', 'unblock', 'delete'] as const satisfies readonly UserAction[]

export const allowedActions = ({ allowed }: Pick<UserRowView, 'allowed'>): UserAction[] => actionOrder.filter((action) => allowed[action])

/** Name of the link in the user's row of the table. */
export function rowLinkId(userId: string | null): string {
  return `person-row-${userId}`
}
