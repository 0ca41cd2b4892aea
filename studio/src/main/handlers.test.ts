// @vitest-environment node
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAirGuard } from './air-guard.ts'
import { createHandlers } from './handlers.ts'
import { openSettings } from './settings.ts'
import { createTokenStore } from './tokens.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'e-events-main-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

async function main() {
  const awake = new Set<number>()
  const opened: string[] = []
  let reloads = 0
  const settings = await openSettings(folder)
  const keys = {
    isEncryptionAvailable: () => true,
    encryptString: (text: string) => Buffer.from(text),
    decryptString: (b: Buffer) => b.toString(),
  }
  const tokens = createTokenStore(keys, folder)
  const air = createAirGuard({ start: () => (awake.add(awake.size + 1), awake.size), stop: (id) => awake.delete(id) })
  const handlers = createHandlers({
    tokens,
    settings,
    air,
    display: { choose: () => undefined, list: () => Promise.resolve({ sources: [], access: 'granted' }) },
    openExternal: (url) => Promise.resolve(void opened.push(url)),
    reload: () => void (reloads += 1),
  })
  return { handlers, tokens, settings, air, awake, opened, reloads: () => reloads }
}

describe('main process', () => {
  it('never shows one platform the token of another', async () => {
    const { handlers, tokens, reloads } = await main()
    await handlers['server.set']({ address: 'https://one.example.org' })
    await handlers['token.save']({ token: 'of-one' })
    await handlers['server.set']({ address: 'https://one.example.org' })
    expect(await tokens.load()).toBe('of-one')
    await handlers['server.set']({ address: 'https://two.example.org' })
    expect(await tokens.load()).toBeNull()
    expect(reloads()).toBe(3)
  })

  it('remembers the platform across starts, and forgets it on request', async () => {
    const { handlers } = await main()
    await handlers['server.set']({ address: 'https://one.example.org/some/page' })
    expect((await openSettings(folder)).get().serverAddress).toBe('https://one.example.org')
    await handlers['server.forget']({})
    expect((await openSettings(folder)).get().serverAddress).toBeNull()
  })

  it('a damaged settings file is a first start', async () => {
    await writeFile(path.join(folder, 'settings.json'), '{"serverAddress":"file:///etc"}')
    expect((await openSettings(folder)).get()).toEqual({ serverAddress: null, bounds: null })
  })

  it('stays awake exactly while on air', async () => {
    const { handlers, awake, air } = await main()
    await handlers['air.set']({ onAir: true, language: 'pt' })
    await handlers['air.set']({ onAir: true, language: 'en' })
    expect(awake.size).toBe(1)
    expect([air.onAir, air.language]).toEqual([true, 'en'])
    await handlers['air.set']({ onAir: false, language: 'en' })
    expect(awake.size).toBe(0)
    expect(air.onAir).toBe(false)
  })
})
