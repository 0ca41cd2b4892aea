import path from 'node:path'
import { expect, test } from 'playwright/test'
import { cameraLoopTicks, writeCameraFiles } from '../support/camera-file.ts'
import { decodePictures, findBeeps } from '../support/decode-media.ts'
import { decodePicture, encodePicture, maxRun } from '../support/picture-code.ts'
import { ffmpegBin, runProgram } from '../support/programs.ts'
import { screenBeepsHz } from '../support/screen-page.ts'

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

  test('beeps are found where they begin, each frequency apart from the others', async () => {
    const file = test.info().outputPath('beeps.mp4')
    const [first, second] = screenBeepsHz
    const hz = `${first}+${second - first}*mod(floor(t/2)\\,${screenBeepsHz.length})`
    const sound = `0.1*sin(2*PI*440*t)+0.3*sin(2*PI*(${hz})*t)*lt(mod(t\\,2)\\,0.12)`
    await runProgram(ffmpegBin(), ['-v', 'error', '-f', 'lavfi', '-i', `aevalsrc=${sound}:s=48000:d=17`, '-c:a', 'aac', '-y', file])
    for (const [place, frequency] of screenBeepsHz.entries()) {
      const beeps = (await findBeeps(file, frequency)).filter((atSec) => atSec > 1 && atSec < 15.9)
      const expected = [0, 8, 16].map((atSec) => atSec + 2 * place).filter((atSec) => atSec > 1 && atSec < 15.9)
      expect(beeps.map((atSec) => Math.round(atSec))).toEqual(expected)
      for (const atSec of beeps) expect(Math.abs(atSec - Math.round(atSec))).toBeLessThan(0.015)
    }
  })
})
