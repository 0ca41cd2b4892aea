import type { UserId } from '@e-events/shared/domain/ids.ts'
import type { Question } from '@e-events/shared/contract/live/questions.ts'
import type { QuestionRow } from './repository.ts'

/** The store alone keeps the words of a dismissed question. */
export function toQuestion(row: QuestionRow): Question {
  return {
    id: row.id,
    clientId: row.client_id,
    product: row.slug,
    user: row.user_id as UserId,
    name: row.author_name,
    role: row.author_role,
    text: row.state === 'dismissed' ? '' : row.text,
    askedAt: row.asked_at.toISOString(),
    moment: row.moment.toISOString(),
    votes: row.votes,
    state: row.state,
    answeredMoment: row.answered_moment?.toISOString() ?? null,
    revision: row.revision,
  }
}
