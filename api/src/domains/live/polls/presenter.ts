import type { Poll } from '@e-events/shared/contract/live/polls.ts'
import type { PollRow } from './repository.ts'

export function toPoll(row: PollRow): Poll {
  return {
    id: row.id,
    product: row.slug,
    question: row.question,
    answers: row.answers.map((text, index) => ({ text, votes: row.votes[index] ?? 0 })),
    openedAt: row.opened_at.toISOString(),
    moment: row.moment.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    revision: row.revision,
  }
}
