import { subscriptions } from '@e-events/shared/contract/sales/subscriptions.ts'
import type { Order } from '@e-events/shared/contract/sales/orders.ts'
import type { Knex } from 'knex'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { Offer } from './policy.ts'
import { toChannel, toOffer, toSubscribers, toSubscription } from './presenter.ts'
import type { Subscriptions } from './service.ts'

export interface SubscriptionRouteDeps {
  service: Subscriptions
  knex: Knex
  /** An order as its buyer sees it. */
  order(id: string, userId: string): Promise<Order>
  clock: Clock
}

export function subscriptionRoutes(router: ApiRouter, bind: Bind, { service, knex, order, clock }: SubscriptionRouteDeps): void {
  const one = async (id: string, userId: string) => {
    const { row, offer } = await service.view(id, userId)
    return toSubscription(row, offer, clock.now())
  }
  const show = async (slug: string | null, userId: string | undefined, region: string | null) => {
    const { channel, offer, current, buyer, isTest } = await service.show(slug, userId, region)
    return {
      channel: channel && toChannel(channel),
      offer: offer ? toOffer(offer) : null,
      current: current ? toSubscription(current.row, current.offer, clock.now()) : null,
      buyer,
      isTest,
    }
  }
  bind(router, subscriptions, {
    async offers({ query: { category, minPrice, maxPrice, limit, cursor } }) {
      const after = decodeCursor(cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
      const rows = await service.offered({ category, minPrice, maxPrice, after, limit: limit + 1 })
      const page = toPage(rows, limit, { item: (row) => row, cursor: (row) => [row.sort_at, row.id] })
      const items = []
      for (const channel of page.items) {
        const offer = await service.payableOffer(channel)
        if (offer) items.push({ channel: toChannel(channel), offer: toOffer(offer) })
      }
      return { ...page, items }
    },
    offer: ({ params, user, client }) => show(params.slug, user?.id, client.region),
    platformOffer: ({ user, client }) => show(null, user?.id, client.region),
    subscribe: async ({ params, body, user, language, client: { region } }) =>
      order(await service.subscribe(params.slug, body, { userId: user.id, language, region }), user.id),
    subscribeToPlatform: async ({ body, user, language, client: { region } }) =>
      order(await service.subscribe(null, body, { userId: user.id, language, region }), user.id),
    async list({ query, user }) {
      const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
      const rows = await service.list({ userId: user.id, after, limit: query.limit + 1 })
      const settings = await service.settings()
      const offers = new Map<string | null, Offer | undefined>()
      for (const { channel_id: id } of rows) if (!offers.has(id)) offers.set(id, await service.offerOf(knex, id, settings))
      const now = clock.now()
      return toPage(rows, query.limit, {
        item: (row) => toSubscription(row, offers.get(row.channel_id), now),
        cursor: (row) => [row.sort_at, row.id],
      })
    },
    async cancel({ params, user }) {
      await service.cancel(params.id, user.id)
      return one(params.id, user.id)
    },
    async resume({ params, user }) {
      await service.resume(params.id, user.id)
      return one(params.id, user.id)
    },
    async agree({ params, body, user }) {
      await service.agree(params.id, user.id, body.expectedTotalMinor)
      return one(params.id, user.id)
    },
    pay: async ({ params, body, user, language, client: { region } }) =>
      order(await service.pay(params.id, { userId: user.id, language, region }, body.expectedTotalMinor), user.id),
    async subscribers({ owned }) {
      const { sums, currency } = await service.subscribersOf(owned.id)
      return toSubscribers(sums, currency)
    },
  })
}
