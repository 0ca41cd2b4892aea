import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { audioCommand } from '../../../transcoder/src/ffmpeg/audio-commands.ts'
import { findBinaries } from '../../../transcoder/src/ffmpeg/binaries.ts'
import { probeUpload } from '../../../transcoder/src/ffmpeg/probe.ts'
import { runBatch } from '../../../transcoder/src/ffmpeg/run.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { makePlainAudio, plainAudioName } from '../../../transcoder/src/jobs/plain-audio.ts'

it('makes one plain file of the segments, whole, with its index in front and nothing left beside it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ee-plain-audio-'))
  const binaries = findBinaries({
    ffmpegBin: process.env['FFMPEG_BIN'],
    ffprobeBin: process.env['FFPROBE_BIN'],
    path: process.env['PATH'] ?? '',
  })
  const source = join(folder, 'source.wav')
  await runProgram(ffmpegBin(), words('-loglevel error -f lavfi -i sine=frequency=440:duration=9.5').concat(source))
  await runBatch(binaries, audioCommand(source, folder, { container: 'wav', measured: undefined, segmentDurationSec: 2 }), {})
  await makePlainAudio(folder, binaries, new AbortController().signal)
  const facts = await probeUpload(binaries, join(folder, plainAudioName))
  expect(facts).toMatchObject({ hasAudio: true, video: null })
  expect(facts.durationSec).toBeGreaterThan(9.4)
  expect(facts.durationSec).toBeLessThan(9.6)
  const bytes = await readFile(join(folder, plainAudioName))
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  expect(await readdir(folder)).not.toContain('audio-joined.mp4')
  await rm(folder, { recursive: true })
})
