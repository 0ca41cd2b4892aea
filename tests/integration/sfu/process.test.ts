import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { claimRedis, type ClaimedRedis } from '@e-events/shared/node/testing/claim-redis.ts'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listNodes } from '@e-events/shared/node/registry.ts'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import { newRoom, openPeer, secrets, until } from './support.ts'

const root = path.resolve(import.meta.dirname, '../../..')

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Worker processes of a parent, from /proc; empty once they are gone. */
function workersOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false // it ended while we looked
      }
    })
    .map(Number)
}
const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the sfu as a process', () => {
  const started: ChildProcess[] = []
  let house: ClaimedRedis
  beforeAll(async () => {
    house = await claimRedis()
  })
  afterAll(() => house.release())
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  async function run(nodeId: string) {
    const port = await freePort()
    const child = spawn(process.execPath, [path.join(root, 'sfu/src/main.ts')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        LOG_LEVEL: 'silent',
        SFU_PORT: String(port),
        SFU_NODE_ID: nodeId,
        SFU_WORKERS: '1',
        SFU_RTC_MIN_PORT: '39000',
        SFU_RTC_MAX_PORT: '39099',
        SFU_TOKEN_SECRET: secrets.token,
        INTERNAL_SECRET: secrets.internal,
        SFU_DRAIN_MS: '10000',
        REDIS_URL: house.url,
      },
    })
    started.push(child)
    const url = `http://127.0.0.1:${port}`
    await until('ready', async () => {
      if (child.exitCode !== null) throw new Error(`the sfu ended with ${child.exitCode}`)
      return fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    })
    return { child, url, redisUrl: house.url, pid: child.pid ?? 0 }
  }

  it('starts a mediasoup worker on this machine, registers, and on SIGTERM waits for its peers, withdraws and leaves nothing [CARD-004]', async () => {
    const nodeId = `sfu-${randomUUID()}`
    const { child, url, redisUrl, pid } = await run(nodeId)
    const workers = workersOf(pid)
    expect(workers).toHaveLength(1)
    const redis = new Redis(redisUrl)
    const registered = async () => (await listNodes(redis)).find((node) => node.nodeId === nodeId)
    expect(await registered()).toMatchObject({ controlUrl: url, draining: false })

    const room = newRoom()
    const peer = await openPeer(url, await signSfuToken({ sub: randomUUID(), role: 'viewer', broadcastId: room }, secrets.token, 60_000))
    await peer.client.request('join', {})
    process.kill(pid, 'SIGTERM')
    await until('reconnect', () => peer.of('reconnect').length === 1)
    await until('draining in the registry', async () => (await registered())?.draining)
    // mediasoup by itself would have ended the worker with the signal.
    expect(workers.every(alive)).toBe(true)
    peer.close()
    await until('the end', () => child.exitCode !== null)
    expect(child.exitCode).toBe(0)
    expect(await registered()).toBeUndefined()
    await until('no worker left', () => !workers.some(alive))
    redis.disconnect()
  })

  it('leaves no worker behind when it is killed', async () => {
    const { child, pid } = await run(`sfu-${randomUUID()}`)
    const workers = workersOf(pid)
    expect(workers).toHaveLength(1)
    child.kill('SIGKILL')
    await until('no worker left', () => !workers.some(alive))
  })

  it('says everything that is wrong with its environment and does not start', async () => {
    const child = spawn(process.execPath, [path.join(root, 'sfu/src/main.ts')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, SFU_PORT: 'x', SFU_WORKERS: '-1' },
    })
    started.push(child)
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    await until('the end', () => child.exitCode !== null)
    expect(child.exitCode).not.toBe(0)
    expect(said).toContain('SFU_PORT')
    expect(said).toContain('SFU_WORKERS')
  })
})
