import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ffmpegBin, runProgram, words } from '../../support/programs.ts'
import { openVodMaker, type VodMaker } from './vod-maker.ts'

// Files that are small and cost much: each is refused or ended with its own reason, and leaves nothing.

let maker: VodMaker
beforeAll(async () => {
  maker = await openVodMaker()
})
afterAll(() => maker.close())

async function store(name: string, argv: string): Promise<string> {
  const file = path.join(maker.folder, name)
  await runProgram(ffmpegBin(), [...words(`-hide_banner -loglevel error -y ${argv}`), file])
  await maker.storage.putFile(`uploads/${name}`, file, 'video/mp4')
  return `uploads/${name}`
}
const black = (options: string) => `-f lavfi -i color=black:${options} -c:v libx264 -preset ultrafast -pix_fmt yuv420p`

describe('a file that costs more than it may', { timeout: 120_000 }, () => {
  it('is ended when its time is over, is not tried again, and leaves nothing', async () => {
    const key = await store('long.mp4', black('s=1280x720:r=30:d=20'))
    const began = Date.now()
    // Answered at the first try: what is too expensive once would be three times.
    const { prefix } = await maker.make(key, { media: 'video', budget: { baseMs: 100, perLength: 0.005 } })
    expect(maker.events.at(-1)).toMatchObject({ type: 'vod.failed', code: 'too_expensive' })
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(await maker.storage.list(prefix)).toEqual([])
  })

  it('has more pictures a second than may be decoded', async () => {
    const key = await store('fast.mp4', black('s=1920x1080:r=600:d=0.1'))
    await maker.make(key, { media: 'video' })
    expect(maker.events.at(-1)).toMatchObject({ type: 'vod.failed', code: 'frame_rate_too_high' })
  })

  it('is longer than the minutes that its owner has left', async () => {
    const key = await store('minute.mp4', black('s=320x180:r=25:d=6'))
    await maker.make(key, { media: 'video', maxPictureMs: 5_000 })
    expect(maker.events.at(-1)).toMatchObject({ type: 'vod.failed', code: 'minutes_used_up' })
    await maker.make(key, { media: 'video', maxPictureMs: 6_000 })
    const lengths = maker.events.flatMap((event) => (event.type === 'vod.progress' && event.stage !== 'reading' ? [event.durationMs] : []))
    expect([...new Set(lengths)]).toEqual([6_000])
    expect(maker.events.at(-1)).toMatchObject({ type: 'vod.ready', durationMs: 6_000 })
  })
})
