import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findBinaries } from './binaries.ts'

const require = createRequire(import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'binaries-'))
for (const name of ['ffmpeg', 'ffprobe', 'mine']) writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 })
writeFileSync(join(folder, 'plain'), '')
afterAll(() => rmSync(folder, { recursive: true }))

describe('where ffmpeg comes from', () => {
  it('says what to install where there is none', () => {
    expect(() => findBinaries({ ffmpegBin: '/nowhere/ffmpeg', path: folder })).toThrow('FFMPEG_BIN: /nowhere/ffmpeg cannot be executed')
    expect(() => findBinaries({ ffmpegBin: join(folder, 'plain'), path: folder })).toThrow('cannot be executed')
    expect(() => findBinaries({ ffmpegBin: join(folder, 'mine'), path: '/nowhere' })).toThrow('apt-get install ffmpeg')
  })

  it('takes what the environment names, else what the PATH has', () => {
    expect(findBinaries({ path: `/nowhere:${folder}` })).toEqual({ ffmpeg: join(folder, 'ffmpeg'), ffprobe: join(folder, 'ffprobe') })
    expect(findBinaries({ ffmpegBin: join(folder, 'mine'), path: folder }).ffmpeg).toBe(join(folder, 'mine'))
  })

  // The package reads FFMPEG_BIN when it is loaded and then names that file: what it does elsewhere needs a process of
  // its own.
  const ffmpegIn = (environment: Record<string, string>) => {
    const code = `import { findBinaries } from ${JSON.stringify(new URL('binaries.ts', import.meta.url).href)}
      process.stdout.write(findBinaries({ ffprobeBin: process.argv[1], path: '/nowhere' }).ffmpeg)`
    const { FFMPEG_BIN: _ours, ...others } = process.env
    return execFileSync(process.execPath, ['--input-type=module', '--eval', code, join(folder, 'ffprobe')], {
      encoding: 'utf8',
      env: { ...others, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  it('takes the file that ffmpeg-static names where the machine has none of its own', () => {
    expect(ffmpegIn({ FFMPEG_BIN: join(folder, 'mine') })).toBe(join(folder, 'mine'))
    // It names a file even where its download never happened.
    expect(() => ffmpegIn({ FFMPEG_BIN: join(folder, 'plain') })).toThrow('ffmpeg was not found: install it')
  })

  it('which is the binary that came with the package, and it runs [CARD-014]', ({ skip }) => {
    const own = ['ffmpeg', 'ffmpeg.exe'].map((name) => join(dirname(require.resolve('ffmpeg-static/package.json')), name)).find(existsSync)
    skip(own === undefined, 'ffmpeg-static has no binary here: it downloads it from outside the package registry')
    expect(ffmpegIn({})).toBe(own)
    expect(execFileSync(own ?? '', ['-version'], { encoding: 'utf8' })).toContain('ffmpeg version')
  })
})
