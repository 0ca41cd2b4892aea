// Written by `node api/src/cli/generate-tables.ts` from the migrated database; a test fails when they differ.
import type { Knex } from 'knex'
import type { Insert, Update } from '../row.ts'

export interface MeetRow {
  id: string
  product_id: string
  session_id: string | null
  state: 'started' | 'ended'
  started_by: string | null
  started_at: Date
  ended_at: Date | null
  end_reason: 'organizer' | 'idle' | 'admin' | 'failed' | null
  sfu_node_id: string | null
  participant_count: number
  created_at: Date
  updated_at: Date
  people_at: Date | null
  last_seen_at: Date | null
}
export type MeetInsert = Insert<MeetRow, 'product_id'>
export type MeetUpdate = Update<MeetRow>

export interface MeetParticipantRow {
  id: string
  meet_id: string
  user_id: string
  is_host: boolean
  joined_at: Date
  left_at: Date | null
  removed_by: string | null
}
export type MeetParticipantInsert = Insert<MeetParticipantRow, 'meet_id' | 'user_id'>
export type MeetParticipantUpdate = Update<MeetParticipantRow>

export interface MeetNameRow {
  user_id: string
  name: string
  created_at: Date
  updated_at: Date
}
export type MeetNameInsert = Insert<MeetNameRow, 'user_id' | 'name'>
export type MeetNameUpdate = Update<MeetNameRow>

export interface MeetRecordingRow {
  broadcast_id: string
  meet_id: string
  published_at: Date | null
}
export type MeetRecordingInsert = Insert<MeetRecordingRow, 'broadcast_id' | 'meet_id'>
export type MeetRecordingUpdate = Update<MeetRecordingRow>

declare module 'knex/types/tables.js' {
  interface Tables {
    meets: Knex.CompositeTableType<MeetRow, MeetInsert, MeetUpdate>
    meet_participants: Knex.CompositeTableType<MeetParticipantRow, MeetParticipantInsert, MeetParticipantUpdate>
    meet_names: Knex.CompositeTableType<MeetNameRow, MeetNameInsert, MeetNameUpdate>
    meet_recordings: Knex.CompositeTableType<MeetRecordingRow, MeetRecordingInsert, MeetRecordingUpdate>
  }
}
