import type { Readable } from 'node:stream'
import { DomainError } from '@e-events/shared/errors.ts'
import { isStorageKey, type Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import { prepared } from '../../db/knex.ts'

export interface PublicFile {
  mimeType: string
  sizeBytes: number
  etag: string
  open(): Promise<Readable>
}

export type Files = ReturnType<typeof createFiles>

/** Public pictures: posters, logos, covers. Media is served by the delivery, never by the api. */
export function createFiles(deps: { knex: Knex; storage: Storage }) {
  return {
    /** @throws DomainError NOT_FOUND for an unknown, private or removed file */
    async get(id: string): Promise<PublicFile> {
      const [row] = await prepared<{ storage_key: string; mime_type: string }>(
        deps.knex,
        'public-file',
        `select storage_key, mime_type from files where id = $1 and is_public and deleted_at is null`,
        [id],
      )
      const found = row && isStorageKey(row.storage_key) ? await deps.storage.head(row.storage_key) : undefined
      if (!row || !found) throw new DomainError('NOT_FOUND')
      return { mimeType: row.mime_type, sizeBytes: found.sizeBytes, etag: found.etag, open: () => deps.storage.read(row.storage_key) }
    },
  }
}
