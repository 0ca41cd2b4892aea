import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toneMapFilters } from '../../../transcoder/src/ffmpeg/file-commands.ts'
import { hasFilters } from '../../../transcoder/src/ffmpeg/run.ts'
import { decodeSound } from '../../support/decode-media.ts'
import { probe } from '../../support/hls-client.ts'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { openVodMaker, type VodMaker } from './vod-maker.ts'

// Films as telephones and recorders make them: wide light, pictures that come when they come, one channel of sound.

let maker: VodMaker
beforeAll(async () => {
  maker = await openVodMaker()
})
afterAll(() => maker.close())

const size = { width: 640, height: 360 }

/** Makes a film, and of it a ladder. @returns the playlist of a track of it */
async function ladderOf(name: string, argv: readonly string[]): Promise<(track: string) => string> {
  const file = path.join(maker.folder, name)
  await runProgram(ffmpegBin(), [...words('-hide_banner -loglevel error -y'), ...argv, file])
  await maker.storage.putFile(`uploads/${name}`, file, 'video/mp4')
  const { prefix } = await maker.make(`uploads/${name}`)
  expect(maker.events.map(({ type }) => type).at(-1)).toBe('vod.ready')
  return (track) => maker.storage.localPath(`${prefix}/${track}.m3u8`) ?? ''
}

interface Frame {
  atSec: number
  /** Brightness of the left, the middle and the right third of the picture: 16 is black, 235 white. */
  light: number[]
}

async function framesOf(playlist: string): Promise<Frame[]> {
  const { stdout, stderr } = await runProgram(ffmpegBin(), [
    ...words('-hide_banner -nostats -loglevel info -copyts -i'),
    playlist,
    ...words(
      '-map 0:v:0 -an -vf showinfo=checksum=0,extractplanes=y,scale=3:1:flags=area:in_range=tv:out_range=tv -fps_mode passthrough -f rawvideo pipe:1',
    ),
  ])
  const times = [...stderr.matchAll(/showinfo.*? n: *\d+ pts: *\S+ pts_time:(-?[\d.]+)/g)].map((match) => Number(match[1]))
  return times.map((atSec, index) => ({ atSec, light: [...stdout.subarray(index * 3, index * 3 + 3)] }))
}

describe('films that are not like others', { timeout: 120_000 }, () => {
  it('HDR is brought to the light and the colours of an ordinary screen', async ({ skip }) => {
    skip(!(await hasFilters(maker.binaries, toneMapFilters)), 'this ffmpeg was built without zscale')
    // Luma of PQ in ten bits for 1, 100 and 1,000 nits, side by side: as they stand, they would be 49, 127 and 181 of
    // an ordinary picture.
    const thirds = `geq=lum='if(lt(X,W/3),195,if(lt(X,2*W/3),509,723))':cb=512:cr=512`
    const playlist = await ladderOf('hdr.mp4', [
      ...words(`-f lavfi -i color=s=${size.width}x${size.height}:r=25:d=2,format=yuv420p10le,${thirds}`),
      ...words('-c:v libx264 -preset ultrafast -profile:v high10 -color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc'),
    ])
    const { streams } = await probe(playlist('360p'), ['-show_streams'])
    expect(streams[0]).toMatchObject({ pix_fmt: 'yuv420p', color_transfer: 'bt709', color_primaries: 'bt709', color_space: 'bt709' })
    const frames = await framesOf(playlist('360p'))
    expect(frames).toHaveLength(50)
    for (const { light } of frames) {
      const [shadow = 0, white = 0, sun = 0] = light
      expect(shadow).toBeLessThan(46)
      expect(white).toBeGreaterThan(175)
      expect(white).toBeLessThan(215)
      expect(sun).toBeGreaterThan(222)
    }
  })

  it('a variable frame rate becomes an even one, and nothing happens sooner or later than before', async () => {
    // 25 pictures a second for two seconds, then five: what a telephone does in the dark. The light goes on after 2.8
    // s.
    const playlist = await ladderOf('variable.mp4', [
      ...words(`-f lavfi -i color=black:s=${size.width}x${size.height}:r=25:d=4,drawbox=color=white:t=fill:enable=gte(t\\,2.8)`),
      ...words('-f lavfi -i sine=f=440:d=4 -vf select=lt(t\\,2)+not(mod(n\\,5)) -fps_mode vfr'),
      ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'),
    ])
    const frames = await framesOf(playlist('360p'))
    const steps = frames.slice(1).map(({ atSec }, index) => atSec - (frames[index]?.atSec ?? 0))
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.002)
    const lastsSec = (frames.at(-1)?.atSec ?? 0) - (frames[0]?.atSec ?? 0) + (steps[0] ?? 0)
    expect(Math.abs(lastsSec - 4)).toBeLessThan(0.3)
    const lit = frames.find(({ light }) => (light[1] ?? 0) > 128)
    expect(Math.abs((lit?.atSec ?? 0) - (frames[0]?.atSec ?? 0) - 2.8)).toBeLessThan(0.1)
  })

  it('sound of one channel is heard on both sides, with the power that it had on one', async () => {
    const tone = 'aevalsrc=0.5*sin(2*PI*440*t):s=44100:d=3:c=mono'
    const playlist = await ladderOf('mono.mp4', [
      ...words(`-f lavfi -i testsrc2=s=${size.width}x${size.height}:r=25:d=3 -f lavfi -i ${tone}`),
      ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'),
    ])
    const { streams } = await probe(playlist('audio'), ['-show_streams'])
    expect(streams).toMatchObject([{ codec_name: 'aac', channels: 2, sample_rate: '48000' }])
    const loudest = await Promise.all(
      ['FL', 'FR'].map(async (side) => {
        const file = path.join(maker.folder, `${side}.wav`)
        await runProgram(ffmpegBin(), [
          ...words('-hide_banner -loglevel error -y -i'),
          playlist('audio'),
          '-af',
          `pan=mono|c0=${side}`,
          file,
        ])
        const { samples } = await decodeSound(file)
        return samples.subarray(samples.length / 3, (samples.length * 2) / 3).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
      }),
    )
    for (const side of loudest) expect(Math.abs(side - 0.5 / Math.SQRT2)).toBeLessThan(0.03)
  })

  it('languages of the sound stay languages: the one of the file plays by itself, the others can be chosen', async () => {
    const playlist = await ladderOf('languages.mp4', [
      ...words(`-f lavfi -i testsrc2=s=${size.width}x${size.height}:r=25:d=3`),
      ...words('-f lavfi -i sine=f=440:d=3 -f lavfi -i sine=f=880:d=3 -map 0:v -map 1:a -map 2:a'),
      ...words('-metadata:s:a:0 language=eng -metadata:s:a:1 language=spa -disposition:a:0 0 -disposition:a:1 default'),
      ...words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac'),
    ])
    const master = await readFile(playlist('master'), 'utf8')
    expect(master.match(/^#EXT-X-MEDIA.*$/gm)).toEqual([
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",LANGUAGE="es",NAME="es",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",LANGUAGE="en",NAME="en",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="audio2.m3u8"',
    ])
    const pitches = await Promise.all(['audio', 'audio2'].map(async (track) => pitchOf((await decodeSound(playlist(track))).samples)))
    expect(pitches).toEqual([880, 440])
  })
})

/** The nearest ten hertz, by the crossings of the second second. */
function pitchOf(samples: Float32Array): number {
  const part = samples.subarray(16_000, 32_000)
  const risings = part.reduce<number>((count, one, at) => (at > 0 && one >= 0 && (part[at - 1] ?? 0) < 0 ? count + 1 : count), 0)
  return Math.round(risings / 10) * 10
}
