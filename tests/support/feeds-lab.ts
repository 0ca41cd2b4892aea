import { expect, type Page } from 'playwright/test'
import type { BroadcastKind, Feed } from '@e-events/shared/contract/live/broadcasts.ts'
import type { FeedId } from '@e-events/shared/domain/ids.ts'
import { call, getPlayback, logIn, startShow, stopShow } from './api-calls.ts'
import type { OwnBrowser } from './browsers.ts'
import { bundlePage } from './bundled-page.ts'
import type { FeedsPage, PublishOptions } from './feeds-page.ts'
import { addShow, addViewer, giveTicket, type Person } from './people.ts'
import type { Stack } from './stack.ts'

declare const feedsPage: FeedsPage

/** A show on air whose feeds come from one page and carry one clock. */
export interface FeedsShow {
  slug: string
  /** Of the link, where it is a rehearsal. */
  rehearsalKey: string | null
  fan: Person
  page: Page
  publish(feed: Pick<PublishOptions, 'label' | 'codec' | 'hasSound'> & { feedId?: FeedId }): Promise<FeedId>
  kill(feedId: FeedId): Promise<void>
  /** Waits until viewers are offered these feeds. */
  until(live: readonly FeedId[]): Promise<void>
  end(): Promise<void>
}

let code: Promise<string> | undefined

export async function openFeedsShow(stack: Stack, browser: OwnBrowser, title: string, kind: BroadcastKind = 'live'): Promise<FeedsShow> {
  const { organizer, product } = await addShow(stack, { sessions: [{ fromMin: -1, toMin: 120 }], product: { title } })
  const fan = await addViewer(stack)
  await giveTicket(stack, fan, product)
  const token = await logIn(stack, organizer)
  const started = await startShow(stack, product.slug, { token, body: { kind, segmentDurationSec: 2 } })
  if (started.status >= 300) throw new Error(`going live: ${started.status} ${JSON.stringify(started.body)}`)
  const { grant, broadcast } = started.body
  const page = await browser.context.newPage()
  // A real page of the platform's own origin, which is the one that the sfu allows.
  await page.goto(`${stack.origin}/login`)
  await page.evaluate(await (code ??= bundlePage(new URL('feeds-page.ts', import.meta.url))))
  return {
    slug: product.slug,
    rehearsalKey: broadcast.rehearsalKey,
    fan,
    page,
    async publish({ feedId, ...feed }) {
      const announced = async () => {
        const body = { key: feed.label, kind: 'camera', label: feed.label }
        const made = await call<Feed>(stack, `POST /broadcasts/${product.slug}/feeds`, { token, body })
        if (made.status >= 300) throw new Error(`announcing a feed: ${made.status} ${JSON.stringify(made.body)}`)
        return made.body.id
      }
      const id = feedId ?? (await announced())
      await page.evaluate((options) => feedsPage.publish(options), { ...feed, grant, feedId: id })
      return id
    },
    async until(live) {
      const fanToken = await logIn(stack, fan)
      const offered = async () => {
        const { body } = await getPlayback(stack, product.slug, { token: fanToken })
        return body.state === 'on_air' ? body.media.feeds.flatMap(({ id, state }) => (state === 'live' ? [id] : [])) : []
      }
      await expect.poll(offered, { timeout: 60_000 }).toEqual(expect.arrayContaining([...live]))
    },
    kill: (feedId) => page.evaluate((id) => feedsPage.kill(id), feedId),
    async end() {
      await stopShow(stack, product.slug, { token })
    },
  }
}
