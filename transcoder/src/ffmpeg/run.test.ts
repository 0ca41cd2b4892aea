import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { platform, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { convertBytes, hasFilters, probeRaw, runBatch, runPiped, startLive } from './run.ts'

let folder: string
let binaries: { ffmpeg: string; ffprobe: string }
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ee-run-'))
  const program = path.join(folder, 'program')
  // Notes what it was given, one variable a line.
  await writeFile(program, `#!/bin/sh\nenv >> "${folder}/seen"\necho '{}'\n`, { mode: 0o755 })
  binaries = { ffmpeg: program, ffprobe: program }
  vi.stubEnv('MEDIA_TOKEN_SECRET', 'a-secret-of-the-platform')
  vi.stubEnv('REDIS_URL', 'redis://user:password@127.0.0.1')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

describe('ffmpeg and ffprobe', () => {
  const quick = { nice: 0, timeoutMs: 20_000 }
  it.each<[string, () => Promise<unknown>]>([
    ['a live run', () => startLive(binaries, [], () => undefined).exited],
    ['a job', () => runBatch(binaries, { inputs: [{ path: 'in.mp4', options: [] }], options: [], output: path.join(folder, 'out.mp4') })],
    [
      'a job that gives way to others',
      () =>
        runBatch(binaries, { inputs: [{ path: 'in.mp4', options: [] }], options: [], output: path.join(folder, 'out.mp4') }, { nice: 10 }),
    ],
    ['a probe', () => probeRaw(binaries, 'in.mp4', [])],
    ['a job whose output is read', () => runPiped(binaries, [], { ...quick, onData: () => undefined })],
    ['a picture', () => convertBytes(binaries, [], new Uint8Array(1), quick)],
    ['a look at its filters', () => hasFilters(binaries, [])],
  ])('get no variable of ours: %s', async (_, run) => {
    await run()
    const names = (await readFile(path.join(folder, 'seen'), 'utf8')).split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
    expect(names).toContain('PATH')
    // The others are those of the shell that stands in for it.
    expect([...new Set(names)].filter((name) => !['PATH', 'LANG', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name))).toEqual([])
  })
})

describe('programs that open what strangers sent', () => {
  const quick = { nice: 0, timeoutMs: 20_000 }
  const out = () => path.join(folder, 'out.mp4')
  const inConfines: [string, () => Promise<unknown>][] = [
    [
      'a job',
      () => runBatch(binaries, { inputs: [{ path: 'in.mp4', options: [] }], options: [], output: out() }, { nice: 10, budgetMs: 60_000 }),
    ],
    ['a probe', () => probeRaw(binaries, 'in.mp4', [])],
    ['a job whose output is read', () => runPiped(binaries, [], { ...quick, onData: () => undefined })],
    ['a picture', () => convertBytes(binaries, [], new Uint8Array(1), quick)],
  ]
  beforeEach(async () => {
    const notes = `ulimit -v; ulimit -f; ulimit -t; ulimit -c; grep -c : /proc/net/dev`
    await writeFile(binaries.ffmpeg, `#!/bin/sh\n{ ${notes}; } > "${folder}/seen"\necho '{}'\n`, { mode: 0o755 })
  })

  it.each(inConfines)('have an end of memory, files and processor time, and leave no core: %s', async (_, run) => {
    if (spawnSync('prlimit', ['--core=0', '--', 'true']).status !== 0) return expect(platform()).not.toBe('linux')
    await run()
    const [memory, file, seconds, core] = (await readFile(path.join(folder, 'seen'), 'utf8')).split('\n')
    // The shell counts kilobytes of memory and blocks of 512 bytes (or, as bash, of 1024).
    expect(Number(memory)).toBe(16 * 1024 ** 2)
    expect([4 * 1024 ** 2, 2 * 1024 ** 2]).toContain(Number(file))
    expect(Number(seconds)).toBeGreaterThan(0)
    expect(Number(core)).toBe(0)
  })

  it.each(inConfines)('reach no network, where the system lets us take it away: %s', async (_, run) => {
    const mayTake = ['--net', '--map-root-user --net'].some(
      (words) => spawnSync('unshare', [...words.split(' '), '--', 'true']).status === 0,
    )
    await run()
    const interfaces = (await readFile(path.join(folder, 'seen'), 'utf8')).trim().split('\n').at(-1)
    const here = (await readFile('/proc/net/dev', 'utf8')).split(':').length - 1
    expect(Number(interfaces)).toBe(mayTake ? 1 : here)
  })
})
