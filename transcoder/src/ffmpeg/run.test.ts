import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { convertBytes, probeRaw, runBatch, runPiped, startLive } from './run.ts'

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
  ])('get no variable of ours: %s', async (_, run) => {
    await run()
    const names = (await readFile(path.join(folder, 'seen'), 'utf8')).split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
    expect(names).toContain('PATH')
    // The others are those of the shell that stands in for it.
    expect([...new Set(names)].filter((name) => !['PATH', 'LANG', 'PWD', 'SHLVL', '_', 'OLDPWD'].includes(name))).toEqual([])
  })
})
