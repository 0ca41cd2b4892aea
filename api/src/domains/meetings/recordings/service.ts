import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { MeetRecording } from '@e-events/shared/contract/meetings/recordings.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { SessionActor } from '../../../http/actor.ts'
import type { Asked, MeetAccess } from '../meets/service.ts'
import type { FoundMeet } from '../meets/presenter.ts'
import type { MeetRecordingRepository, MeetRecordingRow } from './repository.ts'

/** Starting and stopping takes broadcasts as well as meetings. */
export interface RecordActions {
  start(productId: string, by: AuditContext): Promise<void>
  stop(productId: string, by: AuditContext): Promise<void>
}

export interface PlayedBroadcast {
  productId: string
  broadcastId: string
  /** The product whose access the addresses rest on, and when that ends. */
  access: MeetAccess
}

export interface MeetRecordingDeps {
  knex: Knex
  repository: MeetRecordingRepository
  clock: Clock
  /** @throws DomainError NOT_FOUND, and the refusals of access */
  enter(asked: Asked): Promise<{ found: FoundMeet; access: MeetAccess }>
  play(played: PlayedBroadcast, viewer: SessionActor, language: Language): Promise<Playback>
}

export type MeetRecordings = ReturnType<typeof createMeetRecordings>

/** The recordings of a meeting, for those with access to it. */
export function createMeetRecordings({ knex, repository, clock, enter, play }: MeetRecordingDeps) {
  const mayPlay = ({ isHost }: FoundMeet, { state, published_at }: MeetRecordingRow) =>
    isHost || (published_at !== null && state === 'ready')
  return {
    /** @throws DomainError NOT_FOUND, and the refusals of access */
    async list(asked: Asked): Promise<{ items: MeetRecording[] }> {
      const { found } = await enter(asked)
      const rows = await repository.list(knex, found.page.id)
      return { items: rows.filter((row) => mayPlay(found, row)).map(toMeetRecording) }
    },

    /** @throws DomainError NOT_FOUND (also while it is not published), and the refusals of access */
    async getPlayback(asked: Asked, id: string): Promise<Playback> {
      const { found, access } = await enter(asked)
      const row = await repository.find(knex, found.page.id, id)
      if (!row || !mayPlay(found, row)) throw new DomainError('NOT_FOUND')
      return play({ productId: found.page.id, broadcastId: row.broadcast_id, access }, asked.viewer, asked.language)
    },

    /** Ownership is checked at the door. @throws DomainError NOT_FOUND */
    async setPublished(recording: { productId: string; id: string; isPublished: boolean }, by: AuditContext): Promise<MeetRecording> {
      const { productId, id, isPublished } = recording
      return knex.transaction(async (trx) => {
        const row = await repository.find(trx, productId, id)
        if (!row) throw new DomainError('NOT_FOUND')
        const publishedAt = isPublished ? (row.published_at ?? clock.now()) : null
        await repository.setPublished(trx, row.broadcast_id, publishedAt)
        await writeAudit(trx, {
          ...by,
          action: 'meet.publish_recording',
          subject: { type: 'meet', id: productId },
          before: { recordingId: id, isPublished: row.published_at !== null },
          after: { recordingId: id, isPublished },
        })
        return toMeetRecording({ ...row, published_at: publishedAt })
      })
    },
  }
}

function toMeetRecording(row: MeetRecordingRow): MeetRecording {
  return {
    id: row.id as MeetRecording['id'],
    startedAt: row.started_at.toISOString(),
    state: row.state,
    durationMs: row.duration_ms ?? 0,
    isPublished: row.published_at !== null,
  }
}
