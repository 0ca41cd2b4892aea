import { DomainError, type ErrorCode } from '../errors.ts'

/**
 * A lifecycle as data: which states follow which. Servers enforce it, screens read it to enable actions, tests walk
 * every edge.
 */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>

export function canMove<S extends string>(table: Transitions<S>, from: S, to: S): boolean {
  return table[from].includes(to)
}

/** @throws DomainError with `code` where the edge does not exist. */
export function assertMove<S extends string>(table: Transitions<S>, from: S, to: S, code: ErrorCode = 'STATE_CONFLICT'): void {
  if (!canMove(table, from, to)) throw new DomainError(code, { detail: `${from} → ${to} is not a transition` })
}
