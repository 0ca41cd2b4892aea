import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStorage } from './create-storage.ts'
import { createDiskStorage } from './storage-disk.ts'
import { describeStorage } from './storage.conformance.ts'
import type { Storage } from './storage.ts'

describeStorage('disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'ee-disk-'))
  const storage = await createStorage({ kind: 'disk', root: join(root, 'media') })
  return { storage, stop: () => rm(root, { recursive: true, force: true }) }
})

describe('disk storage against links and leftovers', () => {
  let folder: string
  let root: string
  let storage: Storage
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ee-disk-'))
    root = join(folder, 'media')
    storage = await createDiskStorage({ root })
    await mkdir(join(folder, 'secret'))
    await writeFile(join(folder, 'secret', 'key.txt'), 'secret')
    await symlink(join(folder, 'secret'), join(root, 'out'))
    await symlink(join(folder, 'secret', 'key.txt'), join(root, 'key.txt'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(['key.txt', 'out/key.txt'])('reads nothing through a link that leads out: %s', async (key) => {
    expect(await storage.head(key)).toBeUndefined()
    expect(await storage.getText(key)).toBeUndefined()
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('lists, writes and removes nothing through a link that leads out', async () => {
    expect(await storage.list('out')).toEqual([])
    await expect(storage.put('out/key.txt', 'x', 'text/plain')).rejects.toThrow('leads out')
    await storage.removeAll('out/key.txt')
    await storage.removeAll('out')
    expect(await readFile(join(folder, 'secret', 'key.txt'), 'utf8')).toBe('secret')
  })

  it('replaces a link by what is put in its place, not what it points at', async () => {
    await storage.put('key.txt', 'new', 'text/plain')
    expect(await storage.getText('key.txt')).toBe('new')
    expect(await readFile(join(folder, 'secret', 'key.txt'), 'utf8')).toBe('secret')
  })

  it('clears what a killed writer left more than an hour ago, and leaves the work of a living neighbour alone', async () => {
    const waiting = join(root, '~tmp')
    await writeFile(join(waiting, 'old'), 'half')
    await utimes(join(waiting, 'old'), 0, 0)
    await writeFile(join(waiting, 'young'), 'half')
    await createDiskStorage({ root })
    expect(await readdir(waiting)).toEqual(['young'])
  })
})

const mount = mountSmallDisk()

describe('disk storage on a full disk', () => {
  afterAll(() => {
    if (mount.folder) execFileSync('umount', [mount.folder])
  })

  it('answers STORAGE_FULL, shows no half, keeps what was there, and goes on once there is room', async ({ skip }) => {
    skip(mount.folder === undefined, mount.reason)
    const small = mount.folder ?? ''
    const storage = await createDiskStorage({ root: join(small, 'media') })
    await storage.put('live/list.m3u8', 'old', 'application/vnd.apple.mpegurl')
    await storage.put('live/filler.m4s', Buffer.alloc(900 * 1024), 'video/mp4')
    await expect(storage.put('live/list.m3u8', 'x'.repeat(300 * 1024), 'application/vnd.apple.mpegurl')).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    })
    const elsewhere = await mkdtemp(join(tmpdir(), 'ee-disk-'))
    const file = join(elsewhere, 'segment.m4s')
    await writeFile(file, Buffer.alloc(300 * 1024))
    await expect(storage.putFile('live/segment.m4s', file, 'video/mp4')).rejects.toMatchObject({ code: 'STORAGE_FULL' })
    expect(await storage.getText('live/list.m3u8')).toBe('old')
    expect(await storage.head('live/segment.m4s')).toBeUndefined()
    expect(await readdir(join(small, 'media', '~tmp'))).toEqual([])
    await storage.removeAll('live/filler.m4s')
    // From another file system, so that this is also the way by copy; the refused file is still there to be tried
    // again.
    await storage.putFile('live/segment.m4s', file, 'video/mp4')
    expect((await storage.head('live/segment.m4s'))?.sizeBytes).toBe(300 * 1024)
    await rm(elsewhere, { recursive: true })
  })
})

/** A real disk of 1 MB; needs Linux and the right to mount. */
function mountSmallDisk(): { folder?: string; reason: string } {
  if (process.platform !== 'linux') return { reason: `no tmpfs on ${process.platform}` }
  try {
    const folder = execFileSync('mktemp', ['-d', '/tmp/ee-small-XXXXXX'], { encoding: 'utf8' }).trim()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' })
    return { folder, reason: '' }
  } catch (error) {
    return { reason: `no right to mount a tmpfs (${String(error).split('\n')[0] ?? ''})` }
  }
}
