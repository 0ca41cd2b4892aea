import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, type BigIntStats } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { DomainError } from '../src/errors.ts'
import { assertStorageKey, isStorageKey, type Storage } from './storage.ts'
import { contentTypeOf } from './storage-content-type.ts'

/** Half-written files wait here. '~' is in no key, so that they cannot be listed, read or removed through the port. */
const waitingRoom = '~tmp'
const leftoverMs = 60 * 60_000

/**
 * Media in a folder of this machine. The content type follows from the name. A symbolic link that leads out of the root
 * is as good as absent, so that nothing a link points at can be read or overwritten.
 */
export async function createDiskStorage(options: { root: string }): Promise<Storage> {
  await mkdir(join(options.root, waitingRoom), { recursive: true })
  const root = await realpath(options.root)
  const waiting = join(root, waitingRoom)
  await sweep(waiting)

  const pathOf = (key: string): string => {
    assertStorageKey(key)
    return join(root, key)
  }
  const isInside = (path: string): boolean => path === root || path.startsWith(root + sep)

  /** Where the key's content really is; undefined when absent or out of the root. */
  async function find(key: string): Promise<string | undefined> {
    const path = await realpath(pathOf(key)).catch(absent)
    return path !== undefined && isInside(path) ? path : undefined
  }

  /**
   * Puts a finished file of the waiting room in its place; the folder may be removed by another process between the two
   * steps.
   */
  async function place(key: string, from: string): Promise<void> {
    const target = pathOf(key)
    const folder = dirname(target)
    for (let attempt = 1; ; attempt++) {
      try {
        await mkdir(folder, { recursive: true })
        if (!isInside(await realpath(folder))) throw new Error(`a link leads out of the storage: ${key}`)
        await rename(from, target)
        return
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || attempt >= 5) throw error
      }
    }
  }

  async function viaWaitingRoom(key: string, fill: (path: string) => Promise<void>): Promise<void> {
    const path = join(waiting, randomUUID())
    try {
      await fill(path)
      await place(key, path)
    } catch (error) {
      await unlink(path).catch(absent)
      throw asDomainError(error)
    }
  }

  return {
    async put(key, content) {
      assertStorageKey(key)
      await viaWaitingRoom(key, (path) => writeFile(path, content, { flag: 'wx' }))
    },
    async putFile(key, localPath) {
      assertStorageKey(key)
      if (!(await lstat(localPath)).isFile()) throw new TypeError(`not a regular file: ${localPath}`)
      try {
        await place(key, localPath)
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw asDomainError(error)
        // Another file system: copy beside the target first, so that the last step is a rename again.
        await viaWaitingRoom(key, (path) => copyFile(localPath, path, constants.COPYFILE_EXCL))
        await unlink(localPath)
      }
    },
    async head(key) {
      const path = await find(key)
      const found = path === undefined ? undefined : await stat(path, { bigint: true }).catch(absent)
      if (!found?.isFile()) return undefined
      return { sizeBytes: Number(found.size), etag: etagOf(found), contentType: contentTypeOf(key) }
    },
    async getText(key) {
      const path = await find(key)
      return path === undefined ? undefined : readFile(path, 'utf8').catch(absent)
    },
    async read(key, range) {
      const path = await find(key)
      const file = path === undefined ? undefined : await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(absent)
      if (!file) throw new DomainError('NOT_FOUND', { detail: key })
      if (!(await file.stat()).isFile()) {
        await file.close()
        throw new DomainError('NOT_FOUND', { detail: key })
      }
      return createReadStream('', { fd: file, ...range, highWaterMark: 256 * 1024 })
    },
    async list(prefix) {
      const folder = await find(prefix)
      const files = folder === undefined ? [] : await filesBelow(folder, prefix)
      return files.sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    async removeAll(prefix) {
      const path = pathOf(prefix)
      const folder = await realpath(dirname(path)).catch(absent)
      if (folder === undefined || !isInside(folder)) return
      await rm(join(folder, path.slice(dirname(path).length + 1)), { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
    },
    localPath: pathOf,
  }
}

async function filesBelow(folder: string, prefix: string): Promise<{ key: string; sizeBytes: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(absent)
  const found = await Promise.all(
    (entries ?? []).map(async (entry) => {
      const key = `${prefix}/${entry.name}`
      if (!isStorageKey(key)) return []
      if (entry.isDirectory()) return filesBelow(join(folder, entry.name), key)
      if (!entry.isFile()) return []
      const size = (await stat(join(folder, entry.name)).catch(absent))?.size
      return size === undefined ? [] : [{ key, sizeBytes: size }]
    }),
  )
  return found.flat()
}

/** Removes temporary files that killed processes left; younger ones may still be written. */
async function sweep(waiting: string): Promise<void> {
  for (const name of await readdir(waiting)) {
    const path = join(waiting, name)
    const found = await stat(path).catch(absent)
    if (found && Date.now() - found.mtimeMs > leftoverMs) await rm(path, { force: true })
  }
}

/** The inode number too: a replaced file may have its predecessor's size and, on a coarse clock, its time. */
function etagOf({ ino, size, mtimeNs }: BigIntStats): string {
  return createHash('sha1').update(`${ino}.${size}.${mtimeNs}`).digest('hex').slice(0, 20)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

const absentCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR', 'ENAMETOOLONG'])
function absent(error: unknown): undefined {
  if (!absentCodes.has(codeOf(error) ?? '')) throw error
}

function asDomainError(error: unknown): unknown {
  const code = codeOf(error)
  return code === 'ENOSPC' || code === 'EDQUOT' ? new DomainError('STORAGE_FULL', { cause: error }) : error
}
