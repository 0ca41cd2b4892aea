import type { Knex } from 'knex'
import type { FileInsert, FileRow } from '../../db/tables/identity.ts'

export type ImageRepository = ReturnType<typeof createImageRepository>

export function createImageRepository(knex: Knex) {
  return {
    async insert(file: FileInsert): Promise<FileRow> {
      const [row] = await knex('files').insert(file).returning('*')
      if (!row) throw new Error('no file row')
      return row
    },
  }
}
