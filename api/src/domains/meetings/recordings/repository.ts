import type { Knex } from 'knex'

export interface MeetRecordingRow {
  id: string
  broadcast_id: string
  started_at: Date
  state: 'recording' | 'ready' | 'failed'
  duration_ms: number | null
  published_at: Date | null
}

export type MeetRecordingRepository = ReturnType<typeof createMeetRecordingRepository>

/** SQL of what was recorded of meetings. The recordings themselves belong to the broadcasts that hold them. */
export function createMeetRecordingRepository() {
  return {
    async insert(trx: Knex, recording: { broadcastId: string; meetId: string }): Promise<void> {
      await trx('meet_recordings').insert({ broadcast_id: recording.broadcastId, meet_id: recording.meetId })
    },

    /** Id of the broadcast that records a meeting now. */
    async findRunning(db: Knex, meetId: string): Promise<string | undefined> {
      const row = await db('meet_recordings')
        .join('broadcasts', 'broadcasts.id', 'meet_recordings.broadcast_id')
        .where('meet_recordings.meet_id', meetId)
        .whereNot('broadcasts.state', 'ended')
        .first<{ id: string } | undefined>('broadcasts.id')
      return row?.id
    },

    /** Those of all meetings of a product, the latest first; what was deleted is left out. */
    list: (db: Knex, productId: string): Promise<MeetRecordingRow[]> =>
      ofProduct(db, productId).orderBy('broadcasts.started_at', 'desc').limit(100),
    find: (db: Knex, productId: string, id: string): Promise<MeetRecordingRow | undefined> =>
      ofProduct(db, productId).where('recordings.id', id).first<MeetRecordingRow | undefined>(),

    async setPublished(trx: Knex, broadcastId: string, at: Date | null): Promise<void> {
      await trx('meet_recordings').where({ broadcast_id: broadcastId }).update({ published_at: at })
    },
  }
}

function ofProduct(db: Knex, productId: string) {
  return db('meet_recordings')
    .join('broadcasts', 'broadcasts.id', 'meet_recordings.broadcast_id')
    .join('recordings', 'recordings.broadcast_id', 'meet_recordings.broadcast_id')
    .where('broadcasts.product_id', productId)
    .whereNot('recordings.state', 'deleted')
    .select<MeetRecordingRow[]>(
      'recordings.id',
      'meet_recordings.broadcast_id',
      'broadcasts.started_at',
      'recordings.state',
      'recordings.duration_ms',
      'meet_recordings.published_at',
    )
}
