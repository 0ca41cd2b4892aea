import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '@e-events/shared/node/storage.ts'

/**
 * The object as a file of this machine: where the storage has it, else a copy in `folder`.
 * @throws DomainError NOT_FOUND
 */
export async function asLocalFile(storage: Storage, key: string, folder: string): Promise<string> {
  const path = storage.localPath(key)
  if (path !== undefined && (await storage.head(key))) return path
  const copy = join(folder, key.replaceAll('/', '_'))
  await mkdir(dirname(copy), { recursive: true })
  await pipeline(await storage.read(key), createWriteStream(copy))
  return copy
}

/** The objects one after the other in one file. @throws DomainError NOT_FOUND */
export async function joinObjects(storage: Storage, keys: readonly string[], target: string): Promise<void> {
  const file = await open(target, 'w')
  try {
    for (const key of keys) {
      for await (const chunk of (await storage.read(key)) as AsyncIterable<Uint8Array>) await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
}
