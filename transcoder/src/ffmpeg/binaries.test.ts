import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findBinaries } from './binaries.ts'

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

  it('takes the binary of ffmpeg-static where the machine has none of its own, and it runs [CARD-014]', ({ skip }) => {
    const bundled = createRequire(import.meta.url)('ffmpeg-static') as string | null
    // With FFMPEG_BIN set the package names that one instead of its own.
    skip(
      bundled === null || bundled === process.env['FFMPEG_BIN'] || !existsSync(bundled),
      'ffmpeg-static has no binary of its own here: it could not be downloaded on this network, or FFMPEG_BIN names another one',
    )
    const { ffmpeg } = findBinaries({ ffprobeBin: join(folder, 'ffprobe'), path: '/nowhere' })
    expect(ffmpeg).toBe(bundled)
    expect(execFileSync(ffmpeg, ['-version'], { encoding: 'utf8' })).toContain('ffmpeg version')
  })
})
