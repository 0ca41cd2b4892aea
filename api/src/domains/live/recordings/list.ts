import type { Actor } from '../../../http/actor.ts'
import type { Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { MediaAddresses } from '../../../adapters/media-addresses.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toRecording } from './presenter.ts'
import type { RecordingRepository } from './repository.ts'

export interface RecordingQuery {
  user: Actor & { sessionId: string }
  language: Language
  query: { cursor?: string | undefined; limit: number; product?: string | undefined }
}

/** Recordings of the organizer's broadcasts (of all, for an ADMIN), with signed downloads. */
export function createRecordingList(deps: { knex: Knex; recordings: RecordingRepository; addresses: MediaAddresses; clock: Clock }) {
  return async ({ user, language, query }: RecordingQuery): Promise<{ items: Recording[]; nextCursor: string | null }> => {
    const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
    const rows = await deps.recordings.list(deps.knex, {
      ownerId: user.isAdmin ? undefined : user.id,
      productSlug: query.product,
      language,
      after,
      limit: query.limit + 1,
    })
    const expiresAtMs = deps.clock.nowMs() + limits.ownMediaTokenMs
    return toPage(rows, query.limit, {
      item: (row) =>
        toRecording(row, (recording, file) => {
          const prefix = `live/${recording.broadcast_id}`
          return deps.addresses.sign({ userId: user.id, sessionId: user.sessionId, productId: recording.product_id, prefix, expiresAtMs })(
            file.storage_key,
          )
        }),
      cursor: (row) => [row.sort_at, row.id],
    })
  }
}
