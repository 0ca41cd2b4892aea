import type { DiscussionPost, DiscussionReply } from '@e-events/shared/contract/learning/discussions.ts'
import type { PostRow } from './repository.ts'

/** Account that reads, and whether it teaches here. */
export interface Reader {
  id: string
  isTeacher: boolean
  /** Posts that the account voted for. */
  votes: ReadonlySet<string>
}

export function toPost(row: PostRow, replies: readonly PostRow[], reader: Reader): DiscussionPost {
  return {
    ...toReply(row, reader),
    kind: row.kind,
    lesson: row.lesson_id === null ? null : { id: row.lesson_id, title: row.lesson_title ?? '', course: row.slug },
    positionMs: row.position_ms,
    replies: replies.map((reply) => toReply(reply, reader)),
    acceptedId: row.accepted_id,
    mayAccept: row.kind === 'question' && (reader.isTeacher || row.user_id === reader.id),
  }
}

function toReply(row: PostRow, reader: Reader): DiscussionReply {
  const isOwn = row.user_id === reader.id
  return {
    id: row.id,
    text: row.text,
    author: row.user_id === null ? null : { name: row.name ?? '', isTeacher: row.by_teacher },
    createdAt: row.created_at.toISOString(),
    votes: row.votes,
    hasMyVote: reader.votes.has(row.id),
    editedAt: row.edited_at?.toISOString() ?? null,
    allowed: {
      edit: isOwn,
      remove: row.user_id !== null && (isOwn || reader.isTeacher),
      report: row.user_id !== null && !isOwn && !reader.isTeacher,
    },
  }
}
