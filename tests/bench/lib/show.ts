import type { BroadcastGrant, Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import type { BroadcastId, FeedId } from '@e-events/shared/domain/ids.ts'
import { call, getPlayback, logIn, startShow, stopShow } from '../../support/api-calls.ts'
import { fetchPlaylist, type MediaPlaylist } from '../../support/hls-client.ts'
import { addShow, addViewer, giveTicket, type Person } from '../../support/people.ts'
import type { Stack } from '../../support/stack.ts'
import { until } from './rounds.ts'

/** A show that is on air, its organizer's and a viewer's view of it. */
export interface BenchShow {
  slug: string
  viewer: Person
  broadcastId: BroadcastId
  feedId: FeedId
  /** Access token of its organizer. */
  token: string
  grant: BroadcastGrant['grant']
  playback(): Promise<Playback>
  /** Address of the feed's master playlist; waits until it plays. */
  masterUrl(): Promise<string>
  /** A track of the feed as a player sees it now. */
  track(name: string): Promise<MediaPlaylist>
  end(): Promise<void>
}

/** Goes live through the api, as the studio does, with one announced feed. */
export async function goLive(stack: Stack, options: { segmentDurationSec?: 1 | 2 } = {}): Promise<BenchShow> {
  const { organizer, product } = await addShow(stack, { sessions: [{ fromMin: -1, toMin: 180 }], product: { title: 'Bench' } })
  const viewer = await addViewer(stack)
  await giveTicket(stack, viewer, product)
  const token = await logIn(stack, organizer)
  const { slug } = product
  const started = await startShow(stack, slug, { token, body: { segmentDurationSec: options.segmentDurationSec ?? 2 } })
  if (started.status >= 300) throw new Error(`going live: ${started.status} ${JSON.stringify(started.body)}`)
  const feed = await call<Feed>(stack, `POST /broadcasts/${slug}/feeds`, {
    token,
    body: { key: 'camera', kind: 'camera', label: 'Camera' },
  })
  if (feed.status >= 300) throw new Error(`announcing a feed: ${feed.status} ${JSON.stringify(feed.body)}`)
  const feedId = feed.body.id
  const playback = async () => (await getPlayback(stack, slug, { token })).body
  let known: string | undefined
  const masterUrl = async () =>
    (known ??= await until(
      'the show plays',
      async () => {
        const now = await playback()
        const found = now.state === 'on_air' ? now.media.feeds.find(({ id, state }) => id === feedId && state !== 'preparing') : undefined
        return found && new URL(found.masterUrl, stack.origin).href
      },
      { timeoutMs: 120_000 },
    ))
  return {
    slug,
    viewer,
    broadcastId: started.body.broadcast.id,
    feedId,
    token,
    grant: started.body.grant,
    playback,
    masterUrl,
    track: async (name) => fetchPlaylist((await masterUrl()).replace(/master\.m3u8$/, `${name}.m3u8`)),
    end: async () => {
      await stopShow(stack, slug, { token })
    },
  }
}
