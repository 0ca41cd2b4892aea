import { createHash, randomUUID } from 'node:crypto'
import { cleanFileName, isDocumentName, isNamedRightly } from '@e-events/shared/domain/document-files.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import type { Readable } from 'node:stream'
import { lockOwner, readUploadAllowance } from '../read/upload-allowance.ts'

export type Documents = ReturnType<typeof createDocuments>

/** Files that organizers hand out as they are. The sweep of pictures removes those that nothing names. */
export function createDocuments({ knex, storage }: { knex: Knex; storage: Storage }) {
  return {
    /** @throws DomainError FILE_FORMAT, QUOTA_BYTES, STORAGE_FULL */
    async add(ownerId: string, { name: given, bytes }: { name: string; bytes: Uint8Array }): Promise<{ id: string; name: string }> {
      const name = cleanFileName(given)
      if (!isDocumentName(name) || bytes.length === 0 || !isNamedRightly(name, bytes)) throw new DomainError('FILE_FORMAT')
      const storageKey = `documents/${ownerId}/${randomUUID()}`
      await storage.put(storageKey, bytes, 'application/octet-stream')
      try {
        return await knex.transaction(async (trx) => {
          await lockOwner(trx, ownerId)
          if (bytes.length > (await readUploadAllowance(trx, ownerId)).bytes) throw new DomainError('QUOTA_BYTES')
          const [row] = await trx('files')
            .insert({
              owner_id: ownerId,
              purpose: 'resource',
              storage_key: storageKey,
              original_name: name,
              mime_type: 'application/octet-stream',
              size_bytes: bytes.length,
              sha256: createHash('sha256').update(bytes).digest('hex'),
              is_public: false,
            })
            .returning('id')
          if (!row) throw new Error('no file row')
          return { id: row.id, name }
        })
      } catch (error) {
        await storage.removeAll(storageKey)
        throw error
      }
    },

    /** @throws DomainError NOT_FOUND */
    async open(id: string): Promise<{ name: string; content: Readable }> {
      const file = await knex('files').where({ id, purpose: 'resource' }).whereNull('deleted_at').first('original_name', 'storage_key')
      if (!file || !(await storage.head(file.storage_key))) throw new DomainError('NOT_FOUND')
      return { name: file.original_name, content: await storage.read(file.storage_key) }
    },
  }
}
