import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { Actor, SessionActor } from '../../../http/actor.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { toListedProduct } from '../read/product-card.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { productColumns } from './columns.ts'
import { cursorOf, cursorPattern, type Position, type ProductTableFilters } from './list-repository.ts'
import { toOwnProductDetail } from './own-presenter.ts'
import type { ProductPages } from './read-service.ts'
import { editorOf, type ChangedBy, type EditorCall, type EventChanges } from './staff-audit.ts'
import { toOwnProduct, toProductDetail } from './presenter.ts'
import type { Products } from './service.ts'
import type { ProductSessions } from './sessions.ts'

export interface ProductRouteDeps {
  products: Products
  productPages: ProductPages
  productSessions: ProductSessions
  changeEvent: EventChanges
  /** Answers the id of the new draft. */
  recordingToVod(recordingId: string, by: Actor): Promise<string>
  /** The installation has a payment provider. */
  takesPayments(): Promise<boolean>
  clock: Clock
}

export function productRoutes(router: ApiRouter, bind: Bind, deps: ProductRouteDeps): void {
  const { products: service, productPages: pages, productSessions: sessions, clock } = deps

  bind(router, products, {
    async list({ query, language }) {
      const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
      const { type, channel, category, speaker, group, q, limit } = query
      const rows = await pages.list({ language, now: clock.now(), type, channel, category, speaker, group, q, after, limit: limit + 1 })
      return toPage(rows, limit, { item: toListedProduct, cursor: (row) => [row.sort_at, row.id] })
    },
    async get({ params, query, user, language, client }) {
      const viewer = user
      const row = await pages.get(params.slug, { viewer, language, code: query.code ?? null, address: client.address })
      // Nobody pays for what is free: the settings are read for the others alone.
      const takesPayments = (row.plan === 'paid' || row.subscription_only) && (await deps.takesPayments())
      return toProductDetail(row, { viewer, takesPayments }, clock.now())
    },
    async related({ params, language }) {
      return { items: (await pages.related(params.slug, language)).map(toListedProduct) }
    },
  })

  bind(router, ownProducts, {
    async listOwn({ query: { cursor, limit, language: _language, ...filters }, user, language }) {
      const scope = { language, now: clock.now(), ownerId: ownerOf(user), searchesOwners: false, open: false }
      const { rows, total } = await pages.table(filters, scope, { after: positionIn(cursor, filters), limit: limit + 1 })
      const page = toPage(rows, limit, { item: (row) => toOwnProduct(row, clock.now()), cursor: (row) => cursorOf(row, filters) })
      return { ...page, total }
    },
    exportOwn({ query: { format, language: _language, ...filters }, user, language }) {
      const scope = { language, now: clock.now(), ownerId: ownerOf(user), searchesOwners: false, open: false }
      const { file, columns } = productColumns(language, { isStaff: scope.ownerId === undefined })
      const day = scope.now.toISOString().slice(0, 10)
      return toTableFile({ name: `${file}-${day}`, format, columns, batches: pages.every(filters, scope) })
    },
    getOwn: ({ owned, language }) => present(owned.id, language),
    async begin({ body, user, language }) {
      return present(await service.create(body, user), language)
    },
    async create({ body, user, language }) {
      return present(await service.create(body, user), language)
    },
    async update(call) {
      await service.update(call.owned.id, call.body, editorOf(call))
      return present(call.owned.id, call.language)
    },
    remove: (call) => service.remove(call.owned.id, call.params.slug, editorOf(call)),
    async setTranslation({ params, body, owned, language, ifMatch }) {
      await service.setTranslation(owned.id, { ...body, language: params.language }, ifMatch)
      return present(owned.id, language)
    },
    async removeTranslation({ params, owned, language, ifMatch }) {
      await service.removeTranslation(owned.id, params.language, ifMatch)
      return present(owned.id, language)
    },
    async setMetadata({ body, owned, language, ifMatch }) {
      await service.setMetadata(owned.id, body.metadata, ifMatch)
      return present(owned.id, language)
    },
    async publish(call) {
      await service.publish(call.owned.id, call.body.status, editorOf(call))
      return present(call.owned.id, call.language)
    },
    async addSession({ body, owned, language, ifMatch }) {
      await sessions.add(owned.id, body, ifMatch)
      return present(owned.id, language)
    },
    async changeSession({ params, body, owned, language, ifMatch }) {
      await sessions.change({ productId: owned.id, sessionId: params.sessionId, seen: ifMatch }, body)
      return present(owned.id, language)
    },
    async removeSession({ params, owned, language, ifMatch }) {
      await sessions.remove({ productId: owned.id, sessionId: params.sessionId, seen: ifMatch })
      return present(owned.id, language)
    },
    async reschedule(call) {
      await deps.changeEvent.reschedule(call.owned.id, call.params.sessionId, call.body, changedBy(call))
      return present(call.owned.id, call.language)
    },
    async recordingToVod({ params, user, language }) {
      return present(await deps.recordingToVod(params.id, user), language)
    },
    async cancel(call) {
      await deps.changeEvent.cancel(call.owned.id, call.body, changedBy(call))
      return present(call.owned.id, call.language)
    },
  })

  async function present(id: string, language: Language) {
    return toOwnProductDetail(await pages.getOwn(id, language), clock.now())
  }
}

function changedBy(call: Omit<EditorCall, 'ifMatch'>): ChangedBy {
  return { ...auditContextOf(call), actorId: call.user.id, isAdmin: call.user.isAdmin }
}

/** Staff sees everybody's (decision administrators-own-lists). */
function ownerOf(user: SessionActor): string | undefined {
  return user.isAdmin ? undefined : user.id
}

export function positionIn(cursor: string | undefined, filters: ProductTableFilters): Position | undefined {
  const keys = decodeCursor(cursor, cursorPattern(filters)) as [string, string, string] | undefined
  return keys && { value: keys[1], id: keys[2] }
}
