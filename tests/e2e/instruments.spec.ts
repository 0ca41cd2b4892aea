import path from 'node:path'
import { expect, test } from 'playwright/test'
import { beepOrder } from '../support/beep-order.ts'
import { beepExpression, findAllBeeps, latenessOf, soundAfterPicture } from '../support/beeps.ts'
import { cameraLoopTicks, cameraToneHz, writeCameraFiles } from '../support/camera-file.ts'
import { decodePictures } from '../support/decode-media.ts'
import { decodePicture, encodePicture, maxRun } from '../support/picture-code.ts'
import { ffmpegBin, runProgram } from '../support/programs.ts'

// Proves that the instruments of other tests work, and refuse.
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
    const { videoFile } = await writeCameraFiles(folder, run, { format: 'mjpeg' })
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
    const file = test.info().outputPath('beeps.mp4')
    const sound = `0.12*sin(2*PI*${cameraToneHz}*t)+${beepExpression(12)}`
    await runProgram(ffmpegBin(), ['-v', 'error', '-f', 'lavfi', '-i', `aevalsrc=${sound}:s=48000:d=24`, '-c:a', 'aac', '-y', file])
    const beeps = (await findAllBeeps(file)).filter(({ atSec }) => atSec > 1)
    expect(beeps.map(({ atSec }) => Math.round(atSec))).toEqual(Array.from({ length: 11 }, (_, index) => 2 + 2 * index))
    for (const late of latenessOf(beeps, 0)) expect(Math.abs(late ?? NaN)).toBeLessThan(15)
    expect(soundAfterPicture([-0.04, -0.04, 5], beeps)).toBeCloseTo(40, -1)
    // Two frequencies of the short file are silent: the edges of the others are no beeps.
    const short = test.info().outputPath('short.mp4')
    await runProgram(ffmpegBin(), [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `aevalsrc=${beepExpression(4)}:s=48000:d=8`,
      '-c:a',
      'aac',
      '-y',
      short,
    ])
    expect((await findAllBeeps(short)).map(({ pitch }) => pitch)).toEqual(beepOrder.slice(0, 4))
    for (let wrong = 1; wrong < 64; wrong++) expect(() => soundAfterPicture([-2 * wrong], beeps), String(wrong)).toThrow('other moments')
  })
})
