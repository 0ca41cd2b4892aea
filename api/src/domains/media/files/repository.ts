import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'

export interface FileRow {
  storage_key: string
  mime_type: string
  width: number | null
}

/** A file that is shown without a session. */
export async function findPublicFile(knex: Knex, id: string): Promise<FileRow | undefined> {
  const [row] = await prepared<FileRow>(
    knex,
    'public-file',
    `select storage_key, mime_type, width from files where id = $1 and is_public and deleted_at is null`,
    [id],
  )
  return row
}
