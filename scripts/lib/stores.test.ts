import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from './ports.mjs'
import { acceptsSessions, placeOfCluster, startPostgres } from './postgres.mjs'
import { signalGroup, until } from './processes.mjs'
import { findRedis, startRedis } from './redis.mjs'

// A 0700 folder, as `mktemp -d` makes it: for root the database cannot lie in there.
const folder = mkdtempSync(path.join(os.tmpdir(), 'e-events-stores-'))
const dataDir = path.join(folder, 'postgres')
afterAll(() => {
  rmSync(placeOfCluster(dataDir), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

const ended = (child: { exitCode: number | null; signalCode: string | null }) =>
  until(() => child.exitCode !== null || child.signalCode !== null, { timeoutMs: 10_000, what: 'the end' })

describe('local PostgreSQL', () => {
  it('starts in a private folder, after an interrupted creation, and on the data of a killed one', async () => {
    const place = placeOfCluster(dataDir)
    mkdirSync(path.join(place, 'base'), { recursive: true }) // what an interrupted initdb leaves
    const port = await freePort(0)
    const first = await startPostgres({ dataDir, port, durable: false })
    expect(first.url).toBe(`postgres://postgres@127.0.0.1:${port}/e_events`)
    expect(await acceptsSessions(port)).toBe(true)
    signalGroup(first.child.pid, 'SIGKILL')
    await ended(first.child)

    const second = await startPostgres({ dataDir, port, durable: false })
    expect(await acceptsSessions(port)).toBe(true)
    // A runner that was killed leaves a server which is about to end: the next one waits for it instead of failing.
    setTimeout(() => signalGroup(second.child.pid, 'SIGINT'), 300)
    const third = await startPostgres({ dataDir, port, durable: false })
    signalGroup(third.child.pid, 'SIGINT')
    await ended(third.child)
    expect(existsSync(path.join(place, 'postmaster.pid'))).toBe(false)
  })
})

describe('local Redis', () => {
  it('keeps what it was told across a stop when it is durable', async () => {
    const redis = await findRedis()
    const place = path.join(folder, 'redis')
    const { child } = await startRedis({ redis, port: await freePort(0), dataDir: place, durable: true })
    signalGroup(child.pid, 'SIGTERM')
    await ended(child)
    expect(existsSync(path.join(place, 'appendonlydir'))).toBe(true)
  })
})
