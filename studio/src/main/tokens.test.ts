// @vitest-environment node
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTokenStore, type KeyStore } from './tokens.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'e-events-tokens-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A key store whose cipher can be seen to have been used. */
const keys = (over: Partial<KeyStore> = {}): KeyStore => ({
  isEncryptionAvailable: () => true,
  encryptString: (text) => Buffer.from(text).map((byte) => byte ^ 0x5a) as Buffer,
  decryptString: (encrypted) => Buffer.from(encrypted.map((byte) => byte ^ 0x5a)).toString(),
  ...over,
})

describe('the refresh token [LIVE-008]', () => {
  it.each([
    ['no key store', keys({ isEncryptionAvailable: () => false })],
    ['a key store without a key', keys({ getSelectedStorageBackend: () => 'basic_text' })],
  ])('with %s it lives in memory only', async (_name, store) => {
    const tokens = createTokenStore(store, folder)
    expect(await tokens.save('refresh-1')).toEqual({ secure: false })
    expect(await tokens.load()).toBe('refresh-1')
    expect(await readdir(folder)).toEqual([])
    expect(await createTokenStore(store, folder).load()).toBeNull()
  })

  it('is kept encrypted, for the next start', async () => {
    expect(await createTokenStore(keys(), folder).save('refresh-1')).toEqual({ secure: true })
    expect((await readFile(path.join(folder, 'session.bin'))).toString()).not.toContain('refresh-1')
    expect(await createTokenStore(keys(), folder).load()).toBe('refresh-1')
  })

  it('of another system or a damaged file counts as none', async () => {
    await createTokenStore(keys(), folder).save('refresh-1')
    const broken = keys({
      decryptString: () => {
        throw new Error('wrong key')
      },
    })
    expect(await createTokenStore(broken, folder).load()).toBeNull()
  })

  it('is gone after logging out', async () => {
    const tokens = createTokenStore(keys(), folder)
    await tokens.save('refresh-1')
    await tokens.clear()
    expect(await tokens.load()).toBeNull()
    expect(await readdir(folder)).toEqual([])
  })
})
