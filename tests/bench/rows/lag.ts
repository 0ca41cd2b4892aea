import { durationOf, type MediaPlaylist } from '../../support/hls-client.ts'
import type { Row } from '../lib/bench.ts'
import { gridSec } from '../lib/clips.ts'
import { cpuSecondsOf } from '../lib/cpu.ts'
import { median } from '../lib/figures.ts'
import { clipsOf, publish, sources } from '../lib/ingest.ts'
import { until, waitSeconds } from '../lib/rounds.ts'
import { goLive } from '../lib/show.ts'

const sampledSec = 10

/** Seconds that the newest picture of a playlist is behind the clock. */
function behind(list: MediaPlaylist): number | undefined {
  const begins = list.segments.findLastIndex(({ programDateTimeMs }) => programDateTimeMs !== null)
  const first = list.segments[begins]
  if (first?.programDateTimeMs == null) return undefined
  const sinceSec = durationOf({ ...list, segments: list.segments.slice(begins) })
  return (Date.now() - first.programDateTimeMs) / 1000 - sinceSec
}

export const lag: Row = {
  id: 'lag',
  title: 'Ladder, recording, one feed and api in real time',
  async measure(bench) {
    const stack = await bench.stack()
    await clipsOf(sources.vp8)
    const show = await goLive(stack)
    const publishing = await publish(stack, { ...show, source: sources.vp8 })
    const services = (['api', 'sfu', 'transcoder', 'gateway'] as const).map((name) => stack.pidOf(name))
    const usedSec = () => services.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
    try {
      await until('the show plays', async () => durationOf(await show.track('720p')) >= 3 * gridSec, { timeoutMs: 90_000, everyMs: 200 })
      // Between two segments the age of the newest one saws up and down: the median of ten seconds is its level.
      const level = async () => {
        const ages: number[] = []
        const endsAtMs = performance.now() + sampledSec * 1000
        while (performance.now() < endsAtMs) {
          const age = behind(await show.track('720p'))
          if (age !== undefined) ages.push(age)
          await waitSeconds(0.5)
        }
        return median(ages)
      }
      const atFirst = await level()
      bench.say(`the newest segment is ${atFirst.toFixed(1)} s behind; watching for ${bench.lagSeconds} s`)
      const before = usedSec()
      await waitSeconds(bench.lagSeconds)
      const cores = (usedSec() - before) / bench.lagSeconds
      const atLast = await level()
      return {
        figures: [
          {
            name: `Lag that grew in ${bench.lagSeconds} s of ladder, recording, one feed and api`,
            unit: 'segments',
            ours: [Math.max(0, (atLast - atFirst) / gridSec)],
            baseline: [],
            goal: { oursAtMost: 1 },
            note:
              `VP8 720p30, three rungs encoded, recorded, segments of ${gridSec} s; the newest segment was ${atFirst.toFixed(1)} s behind the clock at first and ${atLast.toFixed(1)} s at last. ` +
              `api, sfu, transcoder and gateway used ${cores.toFixed(2)} cores.${bench.lagSeconds < 600 ? ` The goal speaks of 600 s: this is the short form.` : ''}`,
          },
        ],
      }
    } finally {
      await publishing.stop()
      await show.end()
    }
  },
}
