import path from 'node:path'
import { expect, test } from 'playwright/test'
import { beepOrder, beginningOf, findAllBeeps, latenessOf } from '../support/beeps.ts'
import { cameraBeeps, cameraLoopTicks, writeCameraFiles } from '../support/camera-file.ts'
import { decodePictures } from '../support/decode-media.ts'
import { decodePicture, encodePicture, maxRun } from '../support/picture-code.ts'
import { ffmpegBin, runProgram } from '../support/programs.ts'

// What the other tests measure with must itself be known to work, and to refuse.
test.describe('measuring instruments', () => {
  const run = Math.floor(Math.random() * maxRun)

  test('a washed out, torn or foreign picture reads as none', () => {
    const cells = encodePicture({ source: 'camera', run, counter: 77 })
    expect(decodePicture(cells.map((light) => 128 + (light - 128) / 8))).toBeNull()
    const other = encodePicture({ source: 'camera', run, counter: 78 })
    expect(decodePicture([...cells.slice(0, 72), ...other.slice(72)])).toBeNull()
    expect(decodePicture(Array.from({ length: 144 }, () => 128))).toBeNull()
    expect(decodePicture(cells.map((light) => 255 - light))).toBeNull()
  })

  test('the camera file is read back frame by frame after H264 at 360p', async () => {
    const folder = test.info().outputPath()
    const { videoFile } = await writeCameraFiles(folder, run)
    const small = path.join(folder, 'small.mp4')
    const encode = ['-vf', 'scale=640:360', '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '500k', '-pix_fmt', 'yuv420p', '-y', small]
    await runProgram(ffmpegBin(), ['-v', 'error', '-r', '30', '-f', 'mjpeg', '-i', videoFile, ...encode])
    const pictures = await decodePictures(small)
    expect(pictures).toHaveLength(cameraLoopTicks)
    expect(pictures.map((picture) => picture.code)).toEqual(
      Array.from({ length: cameraLoopTicks }, (_, counter) => ({ source: 'camera', run, counter })),
    )
    expect(pictures[30]?.atSec).toBeCloseTo(1, 2)
  })

  test('beeps are found where they begin, each at its own moment, and not where they are late by any number of beeps', async () => {
    expect(beepOrder).toHaveLength(64)
    const threes = beepOrder.map((_, at) => [0, 1, 2].map((next) => beepOrder[(at + next) % 64]).join(''))
    expect(new Set(threes).size).toBe(64)
    const folder = test.info().outputPath()
    const { audioFile } = await writeCameraFiles(folder, run)
    const file = path.join(folder, 'beeps.mp4')
    // The film a second time, from its fifth second on.
    await runProgram(ffmpegBin(), ['-v', 'error', '-stream_loop', '1', '-i', audioFile, '-ss', '5', '-t', '25', '-c:a', 'aac', '-y', file])
    const beeps = (await findAllBeeps(file)).filter(({ atSec }) => atSec > 0.5)
    expect(beeps.map(({ atSec }) => Math.round(atSec))).toEqual(Array.from({ length: 12 }, (_, index) => 1 + 2 * index))
    expect(beginningOf(beeps, cameraBeeps)).toBeCloseTo(15, 1)
    const own = beeps.filter(({ atSec }) => atSec < 14.5)
    for (const late of latenessOf(own, -5)) expect(Math.abs(late ?? NaN)).toBeLessThan(15)
    for (let wrong = 1; wrong < 10; wrong++)
      expect(latenessOf(own, -5 - 2 * wrong).filter((late) => late === undefined).length, String(wrong)).toBeGreaterThan(own.length * 0.25)
  })
})
