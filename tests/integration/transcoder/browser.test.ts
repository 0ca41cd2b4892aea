import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { downloadRun, fetchMaster, fetchPlaylist, keyFrameTimes, runsOf, type MediaPlaylist } from '../../support/hls-client.ts'
import type { Lab } from '../sfu/page.ts'
import { openMediaBrowser, type MediaBrowser } from '../sfu/publisher.ts'
import { secrets } from '../sfu/support.ts'
import { startHouse, until, type House, type Show, type TestTranscoder } from './support.ts'

declare const lab: Lab

let browser: MediaBrowser
let house: House
let transcoder: TestTranscoder
let folder: string
beforeAll(async () => {
  browser = await openMediaBrowser()
  house = await startHouse({ origins: [browser.origin] })
  transcoder = await house.startTranscoder()
  folder = await mkdtemp(path.join(tmpdir(), 'browser-ladder-'))
})
afterAll(async () => {
  await browser.close()
  await house.stop()
  await rm(folder, { recursive: true, force: true })
})

async function publish(show: Show, options: { simulcast: boolean }): Promise<void> {
  const token = await signSfuToken({ sub: randomUUID(), role: 'publisher', broadcastId: show.broadcastId }, secrets.token, 90_000)
  const { url } = house.sfu.service
  await browser.run((input) => lab.publish({ ...input, kind: 'camera', label: 'camera', width: 1280, height: 720, audio: true }), {
    url,
    token,
    feedId: show.feedId,
    simulcast: options.simulcast,
  })
}

const modes = () =>
  transcoder.lines.filter((line) => line['msg'] === 'run begins').map((line) => `${String(line['mode'])} ${String(line['rungs'])}`)

/** Where the segments of a run begin, on the clock of its pictures. */
function cutsOf({ segments }: MediaPlaylist, run: number, firstSec: number): number[] {
  let atSec = firstSec
  return segments.filter((segment) => segment.run === run).map(({ durationSec }) => (atSec += durationSec) - durationSec)
}

describe('ladder of a browser camera', { timeout: 300_000 }, () => {
  it('copies the simulcast layers, rungs cut at the same key frames', async () => {
    const show = await house.goLive()
    await publish(show, { simulcast: true })
    await until('the ladder plays', async () => (await show.events('ladder.playable'))[0], 90_000)
    // On a busy machine the browser sends its upper layers some time later, and the ladder follows.
    await until('all rungs are there', async () => (await fetchMaster(show.url(transcoder, 'master.m3u8'))).variants.length === 3, 120_000)
    const { length } = (await fetchPlaylist(show.url(transcoder, '720p.m3u8'))).segments
    await until(
      'some more segments',
      async () => (await fetchPlaylist(show.url(transcoder, '720p.m3u8'))).segments.length >= length + 3,
      90_000,
    )
    await browser.run(() => lab.hangUp(), undefined)
    await until('the run has ended', () => transcoder.liveRuns().length === 0)
    await show.close()
    await until('the ladder is closed', async () => (await show.events('ladder.closed'))[0])
    expect(modes()).toContain('direct 720p= 540p= 360p=')
    const { variants } = await fetchMaster(show.url(transcoder, 'master.m3u8'))
    expect(variants.map((variant) => variant.heightPx)).toEqual([720, 540, 360])
    const lists = await Promise.all(variants.map((variant) => fetchPlaylist(variant.url)))
    for (const run of runsOf(lists[0]!)) {
      const keys = await Promise.all(
        lists.map(async (list, index) => keyFrameTimes(await downloadRun(list, run, folder, `${run}-${index}`))),
      )
      // Each layer has its own frame dropper: a frame more or less. One may have key frames inside of its segments.
      const cuts = lists.map((list, index) => cutsOf(list, run, keys[index]?.[0] ?? 0))
      for (const [index, times] of cuts.entries()) {
        for (const [position, atSec] of times.entries()) {
          expect(Math.abs(atSec - (cuts[0]?.[position] ?? 0))).toBeLessThan(0.2)
          expect(Math.min(...(keys[index] ?? []).map((key) => Math.abs(key - atSec)))).toBeLessThan(0.1)
        }
      }
    }
  })
})
