import { randomUUID } from 'node:crypto'
import type { CaptionFile } from '@e-events/shared/contract/media/captions.ts'
import { captionLanguageSchema, type CaptionLanguage } from '@e-events/shared/domain/captions.ts'
import { readWebVtt, writeWebVtt } from '@e-events/shared/domain/webvtt.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { captionsPrefix } from '../read/captions.ts'
import { listCaptions, removeCaption, replaceCaption } from './repository.ts'

export type Captions = ReturnType<typeof createCaptions>

/** Caption files of products. They lie beside the media and leave by the delivery, with the token of the film. */
export function createCaptions({ knex, storage, clock, log }: { knex: Knex; storage: Storage; clock: Clock; log: Log }) {
  return {
    list,

    /** @throws DomainError CAPTIONS_INVALID for a file that players would not understand whole */
    async put(productId: string, language: CaptionLanguage, file: string): Promise<CaptionFile[]> {
      const read = readWebVtt(file)
      if (!read.ok) {
        const { fault, line } = read
        throw new DomainError('CAPTIONS_INVALID', { issues: [{ path: 'body.webvtt', rule: fault, message: `line ${line ?? 1}` }] })
      }
      const text = writeWebVtt(read.cues)
      // A name of its own for each file: whoever has fetched the one before never mixes the two.
      const storage_key = `${captionsPrefix(productId)}/${language}-${randomUUID()}.vtt`
      await storage.put(storage_key, text, 'text/vtt')
      const before = await knex
        .transaction((trx) =>
          replaceCaption(trx, {
            product_id: productId,
            language,
            storage_key,
            size_bytes: Buffer.byteLength(text),
            cues: read.cues.length,
            changed_at: clock.now(),
          }),
        )
        .catch(async (error: unknown) => {
          await drop(storage_key)
          throw error
        })
      if (before !== undefined) await drop(before)
      return list(productId)
    },

    /** @throws DomainError NOT_FOUND where the language has none */
    async remove(productId: string, language: CaptionLanguage): Promise<CaptionFile[]> {
      const gone = await removeCaption(knex, { product_id: productId, language })
      if (gone === undefined) throw new DomainError('NOT_FOUND')
      await drop(gone)
      return list(productId)
    },

    /** The product is gone, and its rows with it. */
    dropAll: (productId: string) => drop(captionsPrefix(productId)),
  }

  async function list(productId: string): Promise<CaptionFile[]> {
    const rows = await listCaptions(knex, productId)
    return rows.map((row) => ({
      language: captionLanguageSchema.parse(row.language),
      cues: row.cues,
      sizeBytes: row.size_bytes,
      changedAt: row.changed_at.toISOString(),
    }))
  }

  async function drop(key: string): Promise<void> {
    await storage.removeAll(key).catch((error: unknown) => log.warn({ err: error, key }, 'captions stayed in the storage'))
  }
}
