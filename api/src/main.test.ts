import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { home } from '@e-events/shared/contract/storefront/home.ts'
import { createTestApi, type TestApi } from './testing/test-api.ts'

let t: TestApi
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())

const script = fileURLToPath(new URL('main.ts', import.meta.url))

function start(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  let output = ''
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: t.env.DATABASE_URL,
      REDIS_URL: t.env.REDIS_URL,
      STORAGE_DIR: t.storageDir,
      API_PORT: '0',
      ...env,
    },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
  return { child, output: () => output }
}

describe('the process', { timeout: 60_000 }, () => {
  it('does not start with a wrong environment, and says why', async () => {
    const { child, output } = start({ NODE_ENV: 'production' })
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(1)
    expect(output()).toMatch(/cannot start:\n {2}ACCESS_TOKEN_SECRET/)
  })

  it('runs by Node alone, answers, and on SIGTERM finishes what it has and leaves', async () => {
    const { child, output } = start({})
    const url = () => /"url":"([^"]+)"/.exec(output())?.[1]
    await expect.poll(url, { timeout: 30_000 }).toBeDefined()
    expect((await fetch(`${url()}/api${home.get.path}`)).status).toBe(200)
    expect((await fetch(`${url()}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number]
    expect([code, output()]).toEqual([0, expect.stringContaining('draining') as string])
  })
})
