import { durationOf, type MediaPlaylist } from '../../support/hls-client.ts'
import type { Stack } from '../../support/stack.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { gridSec } from '../lib/clips.ts'
import type { Figure, Missing } from '../lib/figures.ts'
import { until, waitSeconds } from '../lib/rounds.ts'
import { goLive, type BenchShow } from '../lib/show.ts'

const victims = ['ffmpeg', 'media worker', 'sfu', 'transcoder', 'api'] as const
type Victim = (typeof victims)[number]

function pidOf(stack: Stack, victim: Victim): number {
  if (victim === 'sfu' || victim === 'transcoder' || victim === 'api') return stack.pidOf(victim)
  const [found] = victim === 'ffmpeg' ? stack.childrenOf('transcoder', /ffmpeg.*\/live\//) : stack.childrenOf('sfu', /mediasoup-worker/)
  if (!found) throw new Error(`no ${victim} runs`)
  return found.pid
}

const segmentsOf = (list: MediaPlaylist) => list.segments.map(({ url }) => url)

/** Capture time that no segment holds between the runs before and after an interruption, seconds. */
function holesOf(list: MediaPlaylist): number[] {
  const runs = Map.groupBy(list.segments, ({ run }) => run)
  const spans = [...runs.values()].map((segments) => {
    const startMs = segments[0]?.programDateTimeMs ?? Number.NaN
    return { startMs, endMs: startMs + durationOf({ ...list, segments }) * 1000 }
  })
  return spans.slice(1).map(({ startMs }, index) => Math.max(0, (startMs - (spans[index]?.endMs ?? startMs)) / 1000))
}

interface Outage {
  /** From the kill to the first new segment that was captured after it. */
  untilNewSec: number
  /** Missing from the recording. */
  gapSec: number
}

async function kill(stack: Stack, show: BenchShow, victim: Victim): Promise<Outage> {
  const before = await show.track('720p')
  const known = new Set(segmentsOf(before))
  const lengthBeforeSec = durationOf(before)
  const holesBefore = holesOf(before).length
  const killedAtMs = Date.now()
  process.kill(pidOf(stack, victim), 'SIGKILL')
  const after = await until(
    `a new segment after the ${victim} was killed`,
    async () => {
      const list = await show.track('720p').catch(() => undefined)
      if (!list) return false
      const fresh = list.segments.filter(({ url }) => !known.has(url))
      // Buffered media do not count: more time has to be listed than has passed before the kill.
      const isNewRun = holesOf(list).length > holesBefore && fresh.length > 0
      const hasGoneOn = durationOf(list) - lengthBeforeSec > 2 * gridSec
      return (isNewRun || hasGoneOn) && list
    },
    { timeoutMs: 90_000 },
  )
  const holes = holesOf(after).slice(holesBefore)
  return { untilNewSec: (Date.now() - killedAtMs) / 1000, gapSec: holes.reduce((sum, hole) => sum + hole, 0) }
}

async function outagesOf(bench: Bench, victim: Victim): Promise<Outage[]> {
  const stack = await bench.stack()
  const show = await goLive(stack)
  const studio = await bench.lab.browser()
  try {
    const page = await studio.open()
    await page.ask('goBackOnAir', { origin: stack.origin, slug: show.slug, token: show.token })
    await until('the show plays', async () => durationOf(await show.track('720p')) >= 3 * gridSec, { timeoutMs: 90_000 })
    const outages: Outage[] = []
    for (let round = 0; round < Math.min(bench.rounds, 3); round++) {
      const outage = await kill(stack, show, victim)
      outages.push(outage)
      bench.say(
        `kill -9 ${victim}, round ${round + 1}: new segment after ${outage.untilNewSec.toFixed(1)} s, gap ${outage.gapSec.toFixed(1)} s`,
      )
      // Kills come at any time of a segment.
      await waitSeconds(4 * gridSec + (round + 1) * 0.7)
    }
    return outages
  } finally {
    await studio.close()
    await until(
      'the show has ended',
      () =>
        show.end().then(
          () => true,
          () => false,
        ),
      { timeoutMs: 30_000, everyMs: 500 },
    )
  }
}

export const kills: Row = {
  id: 'kills',
  title: 'kill -9 of one process mid-broadcast',
  async measure(bench) {
    await bench.stack()
    const figures: Figure[] = []
    const missing: Missing[] = []
    for (const victim of victims) {
      try {
        const outages = await outagesOf(bench, victim)
        figures.push(
          {
            name: `kill -9 ${victim}: until a new segment is listed`,
            unit: 's',
            ours: outages.map(({ untilNewSec }) => untilNewSec),
            baseline: [],
            goal: {},
            ...(victim === 'api'
              ? { note: `the api stands in no path of media: this is the time until more than two further segments were listed` }
              : victim === 'ffmpeg'
                ? {
                    note: `the studio's engine in Chromium, H264 in three sizes; segments of ${gridSec} s, the first of a run ends with its next key frame. What is killed is started again by the runner after 0.1 s, the next times after 0.2 and 0.4 s`,
                  }
                : {}),
          },
          {
            name: `kill -9 ${victim}: missing from the recording`,
            unit: 'segments',
            ours: outages.map(({ gapSec }) => gapSec / gridSec),
            baseline: [],
            goal: { oursAtMost: 1 },
          },
        )
      } catch (error) {
        missing.push({ name: `kill -9 ${victim}`, reason: `failed: ${error instanceof Error ? error.message : String(error)}` })
      }
    }
    return { figures, missing }
  },
}
