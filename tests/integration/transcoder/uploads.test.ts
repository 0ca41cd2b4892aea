import { access } from 'node:fs/promises'
import path from 'node:path'
import { playback, type Playback, type Trailer } from '@e-events/shared/contract/live/playback.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUploadHouse, type UploadHouse } from './upload-house.ts'

let house: UploadHouse
beforeAll(async () => {
  house = await startUploadHouse()
})
afterAll(() => house.stop())

describe('from the upload to the player', { timeout: 240_000 }, () => {
  it('a real film is sent, processed and played by who bought it; its source is for its owner alone [VID-003, VID-004, VID-008, VID-014]', async () => {
    const made = await house.product()
    const bytes = await house.film(
      'a.mp4',
      '-f lavfi -i testsrc2=s=1280x720:r=25:d=6 -f lavfi -i sine=f=440:d=6 -c:v libx264 -pix_fmt yuv420p -c:a aac',
    )
    const viewer = await house.t.factories.user()
    await house.t.factories.ticket({ user_id: viewer.id, product_id: made.id })
    const token = await house.t.tokenOf(viewer)
    const watch = async () => (await house.t.call(playback.get, { params: { slug: made.slug }, as: token })).body as Playback
    await house.send(made.slug, 'video', 'a.mp4', bytes)
    expect((await watch()).state).toBe('not_available_yet')
    const state = await house.settled(made.slug, 'video')
    if (state.state !== 'ready') throw new Error(`it is ${JSON.stringify(state)}`)
    expect(state).toMatchObject({ rungs: ['720p', '540p', '360p'], sizeBytes: bytes.length, fileName: 'a.mp4' })
    const shown = await watch()
    if (shown.state !== 'ready') throw new Error(`it is ${shown.state}`)
    const feed = shown.media.feeds[0]
    const [status, master] = await house.fetchText(feed?.masterUrl ?? '')
    expect([status, master.match(/RESOLUTION=\d+x\d+/g)]).toEqual([
      200,
      ['RESOLUTION=1280x720', 'RESOLUTION=960x540', 'RESOLUTION=640x360'],
    ])
    const [, vtt] = await house.fetchText(feed?.seekPreviewsUrl ?? '')
    expect(vtt).toContain('sheet_001.jpg#xywh=160,0,160,90')
    // The owner gets back what was sent, byte for byte; the viewer's token does not open it.
    expect((await house.fetchBytes(state.sourceUrl ?? '')).equals(bytes)).toBe(true)
    const viewerToken = feed?.masterUrl.split('/')[2] ?? ''
    const sourceKey = state.sourceUrl?.split('/').slice(3).join('/') ?? ''
    expect((await house.fetchText(`/media/${viewerToken}/${sourceKey}`))[0]).toBe(404)
    expect((await house.fetchText(`/media/${sourceKey}`))[0]).toBe(404)
  })

  it('a trailer plays for a visitor while the video stays closed [VID-009]', async () => {
    const made = await house.product()
    const bytes = await house.film('t.mp4', '-f lavfi -i testsrc2=s=640x360:r=25:d=3 -c:v libx264 -pix_fmt yuv420p')
    await house.send(made.slug, 'trailer', 't.mp4', bytes)
    expect((await house.settled(made.slug, 'trailer')).state).toBe('ready')
    const trailer = (await house.t.call(playback.trailer, { params: { slug: made.slug } })).body as Trailer
    expect((await house.fetchText(trailer.masterUrl))[0]).toBe(200)
    expect((await house.t.call(playback.get, { params: { slug: made.slug } })).status).toBe(401)
    expect((await house.mediaOf(made.slug)).video.state).toBe('none')
  })

  it('a podcast is heard at the loudness of the platform, with the shape of its sound [CAT-088]', async () => {
    const made = await house.product('podcast')
    const bytes = await house.film('p.mp3', '-f lavfi -i sine=f=440:d=5 -af volume=0.1 -c:a libmp3lame')
    const viewer = await house.t.factories.user()
    await house.t.factories.ticket({ user_id: viewer.id, product_id: made.id })
    await house.send(made.slug, 'audio', 'p.mp3', bytes)
    expect(await house.settled(made.slug, 'audio')).toMatchObject({ state: 'ready', rungs: [] })
    const shown = (await house.t.call(playback.get, { params: { slug: made.slug }, as: await house.t.tokenOf(viewer) })).body as Playback
    if (shown.state !== 'ready') throw new Error(`it is ${shown.state}`)
    const [feed] = shown.media.feeds
    expect(feed).toMatchObject({ hasVideo: false, hasAudio: true, rungs: [] })
    const [, peaks] = await house.fetchText(feed?.peaksUrl ?? '')
    expect((JSON.parse(peaks) as { peaks: number[] }).peaks.length).toBeGreaterThan(100)
    expect((await house.fetchText(feed?.masterUrl ?? ''))[0]).toBe(200)
  })

  it('a file that only looks like a film fails with its reason, a notification, and nothing to play [VID-005]', async () => {
    const made = await house.product()
    const whole = await house.film('w.mp4', '-f lavfi -i testsrc2=s=640x360:r=25:d=4 -c:v libx264 -pix_fmt yuv420p')
    await house.send(made.slug, 'video', 'cut.mp4', whole.subarray(0, Math.floor(whole.length / 2)))
    expect(await house.settled(made.slug, 'video')).toMatchObject({ state: 'failed', reason: 'unreadable', mayRetry: false })
    const { knex } = house.t.database
    expect(await knex('notifications').where({ user_id: house.producer.id, type: 'media.failed' }).first()).toBeDefined()
    const asset = await knex('media_assets').where({ product_id: made.id }).first()
    await expect(access(path.join(house.t.storageDir, asset?.storage_prefix ?? 'x'))).rejects.toThrow('ENOENT')
  })
})
