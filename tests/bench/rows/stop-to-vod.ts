import { fetchMaster, fetchPlaylist } from '../../support/hls-client.ts'
import type { Bench, Row } from '../lib/bench.ts'
import { clipsOf, publish, sources } from '../lib/ingest.ts'
import { until, waitSeconds } from '../lib/rounds.ts'
import { goLive } from '../lib/show.ts'

const mostRounds = 3

async function secondsUntilPlayable(bench: Bench): Promise<number> {
  const stack = await bench.stack()
  const show = await goLive(stack)
  const publishing = await publish(stack, { ...show, source: sources.h264 })
  try {
    await show.masterUrl()
    await waitSeconds(bench.seconds)
    const stoppedAtMs = performance.now()
    await show.end()
    await until('the recording plays', async () => {
      const now = await show.playback()
      const feed = now.state === 'finished' ? now.recording?.feeds[0] : undefined
      if (!feed) return false
      const { variants, audioUrl } = await fetchMaster(new URL(feed.masterUrl, stack.origin).href)
      const lists = await Promise.all([...variants.map(({ url }) => url), audioUrl ?? ''].map(fetchPlaylist))
      if (lists.length < 2 || !lists.every(({ isEnded }) => isEnded)) return false
      const [first, last] = [lists[0]?.segments[0], lists[0]?.segments.at(-1)]
      const answers = await Promise.all([first, last].map(async (segment) => (await fetch(segment?.url ?? '')).ok))
      return answers.every(Boolean)
    })
    return (performance.now() - stoppedAtMs) / 1000
  } finally {
    await publishing.stop()
  }
}

export const stopToVod: Row = {
  id: 'stop',
  title: 'Stop of a live to a playable recording',
  async measure(bench) {
    await bench.stack()
    await clipsOf(sources.h264)
    const ours: number[] = []
    for (let round = 0; round < Math.min(bench.rounds, mostRounds); round++) {
      ours.push(await secondsUntilPlayable(bench))
      bench.say(`stop, round ${round + 1}: ${ours.at(-1)?.toFixed(2)} s`)
    }
    return {
      figures: [
        {
          name: 'Stop of a live to a playable recording',
          unit: 's',
          ours,
          baseline: [],
          goal: { oursAtMost: 5 },
          note: `from the organizer's call until the viewer's playback answer names the recording, all its playlists are ended and its first and last segment can be fetched; shows of ${bench.seconds} s with three rungs`,
        },
      ],
    }
  },
}
