import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
})
