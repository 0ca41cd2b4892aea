import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from './storage.ts'

export interface StorageUnderTest {
  storage: Storage
  stop(): Promise<void>
}

/** Conformance tests for every implementation of the storage port. */
export function describeStorage(name: string, start: () => Promise<StorageUnderTest>): void {
  describe(`storage: ${name}`, () => {
    let storage: Storage
    let stop: () => Promise<void>
    let scratch: string
    beforeAll(async () => {
      ;({ storage, stop } = await start())
      scratch = await mkdtemp(join(tmpdir(), 'ee-storage-'))
    })
    afterAll(async () => {
      await stop()
      await rm(scratch, { recursive: true, force: true })
    })

    const localFile = async (content: string | Uint8Array): Promise<string> => {
      const path = join(scratch, randomBytes(6).toString('hex'))
      await writeFile(path, content)
      return path
    }
    const bytes = async (key: string, range?: { start: number; end: number }) => buffer(await storage.read(key, range))

    const badKeys = [
      '',
      '/etc/passwd',
      '../x',
      'a/../b',
      'a/..',
      './a',
      'a//b',
      'a/',
      '~tmp/x',
      'a\0b',
      'a\\b',
      'a b',
      'ñ',
      'a'.repeat(513),
    ]
    it.each(badKeys)('refuses %j as a key in every method', async (key) => {
      const file = await localFile('x')
      await expect(storage.put(key, 'x', 'text/plain')).rejects.toThrow(TypeError)
      await expect(storage.putFile(key, file, 'text/plain')).rejects.toThrow(TypeError)
      await expect(storage.head(key)).rejects.toThrow(TypeError)
      await expect(storage.getText(key)).rejects.toThrow(TypeError)
      await expect(storage.read(key)).rejects.toThrow(TypeError)
      await expect(storage.list(key)).rejects.toThrow(TypeError)
      await expect(storage.removeAll(key)).rejects.toThrow(TypeError)
      expect(() => storage.localPath(key)).toThrow(TypeError)
    })

    it('says that an absent object is absent', async () => {
      expect(await storage.head('absent/a.m4s')).toBeUndefined()
      expect(await storage.getText('absent/a.m3u8')).toBeUndefined()
      await expect(storage.read('absent/a.m4s')).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await storage.list('absent')).toEqual([])
      await storage.removeAll('absent')
    })

    it('takes no folder for an object', async () => {
      await storage.put('folder/in/it.txt', 'x', 'text/plain; charset=utf-8')
      expect(await storage.head('folder/in')).toBeUndefined()
      expect(await storage.getText('folder/in')).toBeUndefined()
      await expect(storage.read('folder/in')).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await storage.head('folder/in/it.txt/deeper')).toBeUndefined()
    })

    it('moves no symbolic link in, because its target would come with it', async () => {
      const link = join(scratch, 'link')
      await symlink('/etc/hostname', link)
      await expect(storage.putFile('links/a.txt', link, 'text/plain')).rejects.toThrow('not a regular file')
      expect(await storage.head('links/a.txt')).toBeUndefined()
    })

    it('gives back what was put, with its size, its type and an etag that follows the content', async () => {
      await storage.put('a/list.m3u8', '#EXTM3U ñ', 'application/vnd.apple.mpegurl')
      expect(await storage.getText('a/list.m3u8')).toBe('#EXTM3U ñ')
      const first = await storage.head('a/list.m3u8')
      expect(first).toMatchObject({ sizeBytes: 10, contentType: 'application/vnd.apple.mpegurl' })
      expect(first?.etag).toMatch(/^[\w-]+$/)
      await storage.put('a/list.m3u8', '#EXTM3U Ñ', 'application/vnd.apple.mpegurl')
      expect((await storage.head('a/list.m3u8'))?.etag).not.toBe(first?.etag)
    })

    it('takes a finished file in, whole and without a copy left behind', async () => {
      const content = randomBytes(11 * 1024 * 1024 + 7)
      const path = await localFile(content)
      await storage.putFile('big/file.mp4', path, 'video/mp4')
      expect(await storage.head('big/file.mp4')).toMatchObject({ sizeBytes: content.length, contentType: 'video/mp4' })
      expect((await bytes('big/file.mp4')).equals(content)).toBe(true)
      await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
    })

    it('reads ranges with both ends included', async () => {
      await storage.put('r/seg.m4s', '0123456789', 'video/mp4')
      expect((await bytes('r/seg.m4s', { start: 0, end: 0 })).toString()).toBe('0')
      expect((await bytes('r/seg.m4s', { start: 3, end: 6 })).toString()).toBe('3456')
      expect((await bytes('r/seg.m4s', { start: 9, end: 9 })).toString()).toBe('9')
    })

    it('lists what lies below a folder, sorted, and nothing beside it', async () => {
      const keys = ['l/b/2.m4s', 'l/b/10.m4s', 'l/a.m4s', 'l/b/c/d.m4s', 'lx/a.m4s', 'l.txt', 'l/b.txt']
      for (const key of keys) await storage.put(key, key, 'video/mp4')
      const listed = await storage.list('l')
      expect(listed.map(({ key }) => key)).toEqual(['l/a.m4s', 'l/b.txt', 'l/b/10.m4s', 'l/b/2.m4s', 'l/b/c/d.m4s'])
      expect(listed[0]?.sizeBytes).toBe(7)
      expect((await storage.list('l/b')).map(({ key }) => key)).toEqual(['l/b/10.m4s', 'l/b/2.m4s', 'l/b/c/d.m4s'])
    })

    it('removes what lies below a folder, or one object, and nothing beside it', async () => {
      for (const key of ['rm/a/1.m4s', 'rm/a/b/2.m4s', 'rm/ab/3.m4s', 'rm/a.m4s', 'rm/one.txt', 'rm/one.txt.bak'])
        await storage.put(key, 'x', 'video/mp4')
      await storage.removeAll('rm/a')
      await storage.removeAll('rm/one.txt')
      expect((await storage.list('rm')).map(({ key }) => key)).toEqual(['rm/a.m4s', 'rm/ab/3.m4s', 'rm/one.txt.bak'])
    })

    it('never shows half of a replacement to a reader', async () => {
      const sizeBytes = 300_000
      const seen = new Set<string>()
      await storage.put('race/p.m3u8', 'a'.repeat(sizeBytes), 'application/vnd.apple.mpegurl')
      const progress = { writing: true }
      const writer = (async () => {
        for (const letter of 'bcdefghijz') await storage.put('race/p.m3u8', letter.repeat(sizeBytes), 'application/vnd.apple.mpegurl')
        progress.writing = false
      })()
      const reader = async (read: () => Promise<string | undefined>) => {
        do {
          const text = (await read()) ?? 'absent'
          seen.add(`${text.length} ${new Set(text).size}`)
        } while (progress.writing)
      }
      await Promise.all([
        writer,
        reader(() => storage.getText('race/p.m3u8')),
        reader(async () => (await bytes('race/p.m3u8')).toString()),
        reader(async () => (await bytes('race/p.m3u8')).toString()),
      ])
      expect([...seen]).toEqual([`${sizeBytes} 1`])
      expect(await storage.getText('race/p.m3u8')).toBe('z'.repeat(sizeBytes))
    }, 60_000)

    it('takes writes of many at once, also to one key', async () => {
      const letters = 'abcdefghijklmnop'.split('')
      await Promise.all(
        letters.flatMap((letter) => [
          storage.put('many/same.txt', letter.repeat(5_000), 'text/plain'),
          storage.put(`many/${letter}.txt`, letter, 'text/plain'),
        ]),
      )
      expect(await storage.list('many')).toHaveLength(letters.length + 1)
      expect(await storage.getText('many/same.txt')).toMatch(/^([a-p])\1{4999}$/)
    })

    it('survives a removal of the folder that it is writing into', async () => {
      const writes = Array.from({ length: 30 }, (_, i) => storage.put(`both/deep/${i}.m4s`, 'x', 'video/mp4'))
      const removals = Array.from({ length: 5 }, () => storage.removeAll('both'))
      await Promise.all([...writes, ...removals])
      await storage.removeAll('both')
      expect(await storage.list('both')).toEqual([])
    })

    it('has a path on this machine that holds the content, or none', async () => {
      await storage.put('local/a.m4s', 'x', 'video/mp4')
      const path = storage.localPath('local/a.m4s')
      expect(path === undefined || (await stat(path)).size === 1).toBe(true)
    })
  })
}
