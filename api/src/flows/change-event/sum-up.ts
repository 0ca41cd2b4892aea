import type { ChangeView } from '../../domains/catalogue/event-changes/repository.ts'

/** Where a date that ticket holders know stands now; `newAt` is null where it was called off. */
interface DateNow {
  at: Date | null
  newAt: Date | null
}
export interface ToldChange {
  template: 'event_cancelled' | 'event_rescheduled'
  /** The last change, for all that is said once. */
  change: ChangeView
  dates: readonly DateNow[]
  note: string | null
}

/**
 * Several changes in one notice, oldest first: every date as it was last told and as it is now. Null where everything
 * is back as it was.
 */
export function sumUp(changes: readonly ChangeView[]): ToldChange | null {
  const change = changes.at(-1)
  if (!change) return null
  const note = changes.findLast((one) => one.note !== null && one.note !== '')?.note ?? null
  // The whole event is called off, so whatever moved before says nothing any more.
  if (change.session_id === null) return { template: 'event_cancelled', change, dates: [{ at: change.starts_at, newAt: null }], note }
  const dates = new Map<string, { first: ChangeView; last: ChangeView }>()
  for (const one of changes) {
    if (one.session_id === null) continue
    const first = dates.get(one.session_id)?.first ?? one
    dates.delete(one.session_id)
    dates.set(one.new_session_id ?? one.session_id, { first, last: one })
  }
  const changed = [...dates.values()].filter(({ first, last }) => !isBack(first, last))
  if (changed.length === 0) return null
  const moved = changed.filter(({ last }) => last.kind === 'rescheduled')
  const calledOff = changed.filter(({ last }) => last.kind === 'cancelled')
  return {
    template: moved.length > 0 ? 'event_rescheduled' : 'event_cancelled',
    change,
    dates: [...moved, ...calledOff].map(({ first, last }) => ({ at: first.starts_at, newAt: last.new_starts_at })),
    note,
  }
}

function isBack(first: ChangeView, last: ChangeView): boolean {
  return first.starts_at?.getTime() === last.new_starts_at?.getTime() && first.ends_at?.getTime() === last.new_ends_at?.getTime()
}
