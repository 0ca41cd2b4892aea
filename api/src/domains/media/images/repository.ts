import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { FileInsert, FileRow } from '../../../db/tables/media.ts'
import { lockOwner, readUploadAllowance } from '../read/upload-allowance.ts'

export type ImageRepository = ReturnType<typeof createImageRepository>

export function createImageRepository(knex: Knex) {
  return {
    assertMore,
    /** @throws DomainError QUOTA_IMAGES, QUOTA_BYTES */
    async insert(file: FileInsert & { owner_id: string; size_bytes: number }): Promise<FileRow> {
      return knex.transaction(async (trx) => {
        await lockOwner(trx, file.owner_id)
        await assertMore(file.owner_id, trx)
        if (file.size_bytes > (await readUploadAllowance(trx, file.owner_id)).bytes) throw new DomainError('QUOTA_BYTES')
        const [row] = await trx('files').insert(file).returning('*')
        if (!row) throw new Error('no file row')
        return row
      })
    },
  }

  /** @throws DomainError QUOTA_IMAGES */
  async function assertMore(ownerId: string, db: Knex = knex): Promise<void> {
    const [sent] = await db('files')
      .where({ owner_id: ownerId, purpose: 'image' })
      .whereRaw(`created_at > now() - interval '24 hours'`)
      .count<{ count: number }[]>('* as count')
    if ((sent?.count ?? 0) >= limits.ownerImages) throw new DomainError('QUOTA_IMAGES')
  }
}
