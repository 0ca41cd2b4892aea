import { describe, expect, it } from 'vitest'
import { planLadder, rungOf, scaledTo, type FeedSource, type LadderPlan, type SourceLayer } from './plan.ts'

const size = (text: string): SourceLayer => {
  const [width, height] = text.split('x').map(Number)
  return { width: width!, height: height! }
}
const feed = (mimeType: string, ...sizes: string[]): FeedSource => ({
  hasAudio: true,
  video: { mimeType, layers: sizes.map(size), frameRate: 29.97 },
})
const policy = { allowCopy: true, blackWithoutVideo: true }
/** `1080p copy 0 1920x1080` per rung. */
const written = (plan: LadderPlan) => plan.rungs.map((rung) => `${rung.rung} ${rung.kind} ${rung.input} ${rung.width}x${rung.height}`)

describe('plan of a ladder', () => {
  it('never scales up [VID-011]', () => {
    for (const [source, rungs] of [
      ['1280x720', ['720p', '540p', '360p']],
      ['960x540', ['540p', '360p']],
      ['854x480', ['360p']],
      ['640x360', ['360p']],
      ['320x180', ['360p']],
    ] as const) {
      const plan = planLadder(feed('video/VP8', source), policy)
      expect(plan.rungs.map((rung) => rung.rung)).toEqual(rungs)
      for (const rung of plan.rungs) expect(rung.width * rung.height).toBeLessThanOrEqual(size(source).width * size(source).height)
    }
    expect(written(planLadder(feed('video/VP8', '320x180'), policy))).toEqual(['360p encode 0 320x180'])
  })

  it('makes the four rungs of a 1080p source [LIVE-009]', () => {
    expect(written(planLadder(feed('video/VP8', '1920x1080'), policy))).toEqual([
      '1080p encode 0 1920x1080',
      '720p encode 0 1280x720',
      '540p encode 0 960x540',
      '360p encode 0 640x360',
    ])
  })

  it('copies an H264 stream as the top rung and encodes the rest', () => {
    const plan = planLadder(feed('video/H264', '1280x720'), policy)
    expect(plan).toMatchObject({ mode: 'copyTop', videoInputs: [{ spatialLayer: null }], audio: 'feed', frameRate: 30 })
    expect(written(plan)).toEqual(['720p copy 0 1280x720', '540p encode 0 960x540', '360p encode 0 640x360'])
  })

  it('copies all simulcast layers of a 720p camera', () => {
    const plan = planLadder(feed('video/H264', '640x360', '960x540', '1280x720'), policy)
    expect(plan).toMatchObject({ mode: 'direct', videoInputs: [{ spatialLayer: 2 }, { spatialLayer: 1 }, { spatialLayer: 0 }] })
    expect(written(plan)).toEqual(['720p copy 0 1280x720', '540p copy 1 960x540', '360p copy 2 640x360'])
  })

  it('encodes the rung that a 1080p simulcast lacks from its smallest sufficient layer', () => {
    expect(written(planLadder(feed('video/H264', '960x540', '1280x720', '1920x1080'), policy))).toEqual([
      '1080p copy 0 1920x1080',
      '720p copy 1 1280x720',
      '540p copy 2 960x540',
      '360p encode 2 640x360',
    ])
    expect(written(planLadder(feed('video/H264', '480x270', '960x540', '1920x1080'), policy))).toEqual([
      '1080p copy 0 1920x1080',
      '720p encode 0 1280x720',
      '540p copy 1 960x540',
      '360p encode 1 640x360',
    ])
  })

  it('names a copied layer by its real height, the larger of two with one name', () => {
    const plan = planLadder(feed('video/H264', '640x360', '800x450', '1440x900'), policy)
    expect(written(plan)).toEqual(['720p copy 0 1440x900', '540p encode 0 864x540', '360p copy 1 800x450'])
    expect(plan.videoInputs).toEqual([{ spatialLayer: 2 }, { spatialLayer: 1 }])
    expect(rungOf(size('1920x1072'))).toBe('1080p')
    expect(rungOf(size('480x270'))).toBeUndefined()
  })

  it('keeps the ratio of portrait and 4:3 pictures [VID-011]', () => {
    expect(written(planLadder(feed('video/VP8', '1080x1920'), policy))).toEqual([
      '1080p encode 0 1080x1920',
      '720p encode 0 720x1280',
      '540p encode 0 540x960',
      '360p encode 0 360x640',
    ])
    expect(scaledTo(size('1440x1080'), 540)).toEqual(size('720x540'))
    expect(scaledTo(size('1366x768'), 360)).toEqual(size('640x360'))
  })

  it('encodes everything when copying is not allowed, from the highest layer', () => {
    const plan = planLadder(feed('video/H264', '640x360', '1280x720'), { ...policy, allowCopy: false })
    expect(plan).toMatchObject({ mode: 'encodeAll', videoInputs: [{ spatialLayer: 1 }] })
    expect(plan.rungs.every((rung) => rung.kind === 'encode' && rung.input === 0)).toBe(true)
  })

  it('gives a feed without sound a silent track and one without pictures black ones', () => {
    const screen = planLadder({ ...feed('video/H264', '1280x720'), hasAudio: false }, policy)
    expect(screen.audio).toBe('silence')
    const muted = planLadder({ hasAudio: true, video: null }, policy)
    expect(muted).toMatchObject({ mode: 'black', videoInputs: [], audio: 'feed' })
    expect(written(muted)).toEqual(['360p encode 0 640x360'])
    const audioFeed = planLadder({ hasAudio: true, video: null }, { ...policy, blackWithoutVideo: false })
    expect(audioFeed).toMatchObject({ mode: 'audioOnly', rungs: [] })
  })
})
