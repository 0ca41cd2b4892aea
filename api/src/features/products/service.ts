import type { addSessionBody, createProductBody, updateProductBody } from '@e-events/shared/contract/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { assertMove } from '@e-events/shared/domain/machine.ts'
import { productTransitions, type ProductStatus } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import { IANAZone } from 'luxon'
import type { z } from 'zod'
import type { Clock } from '../../adapters/clock.ts'
import type { ProductRow, ProductUpdate } from '../../db/tables/catalogue.ts'
import { insertWithSlug } from '../../read/slug.ts'
import { canSee, type ProductViewer } from './policy.ts'
import type { ProductRepository } from './repository.ts'
import type { OwnProductRow, ProductDetailRow } from './rows.ts'

export type Products = ReturnType<typeof createProducts>
type CreateBody = z.output<typeof createProductBody>
type UpdateBody = z.output<typeof updateProductBody>

const sessionTypes: ReadonlySet<string> = new Set(['broadcast', 'live', 'meet'])
/** Types that cannot be published without a date (CAT-041). */
const datedTypes: ReadonlySet<string> = new Set(['broadcast', 'live'])

export function createProducts(deps: { knex: Knex; repository: ProductRepository; clock: Clock }) {
  const { knex, repository, clock } = deps

  return {
    list: repository.list,
    listOwn: repository.listOwn,
    listRelated: repository.listRelated,

    /** @throws DomainError NOT_FOUND, also for what the viewer may not see */
    async get(slug: string, viewer: ProductViewer | null, language: Language): Promise<ProductDetailRow> {
      const row = await repository.findDetail(slug, { language, now: clock.now(), userId: viewer?.id ?? null })
      if (!row || !canSee(row, viewer)) throw new DomainError('NOT_FOUND')
      return row
    },

    getOwn: (id: string, language: Language): Promise<OwnProductRow> => repository.getOwn(id, language, clock.now()),

    /** @throws DomainError CHANNEL_REQUIRED, NOT_FOUND (foreign channel), SLUG_TAKEN, VALIDATION_FAILED */
    async create(body: CreateBody, producer: ProductViewer): Promise<string> {
      const channel = await repository.findChannel(body.channelSlug)
      if (!producer.isAdmin && !(await repository.ownsChannels(producer.id))) throw new DomainError('CHANNEL_REQUIRED')
      if (!channel || (channel.owner_id !== producer.id && !producer.isAdmin)) throw new DomainError('NOT_FOUND')
      if (!producer.isAdmin && !(await repository.producerTypes()).includes(body.type)) throw invalid('body.type', 'type_not_allowed')
      if (body.plan === 'free' && body.price !== null && body.price.netMinor > 0) throw invalid('body.price', 'free_has_no_price')
      const row = await insertWithSlug<ProductRow>({ slug: body.slug, title: body.title, taken: repository.slugsLike }, (slug) =>
        repository.insert({
          channel_id: channel.id,
          created_by: producer.id,
          slug,
          type: body.type,
          plan: body.plan,
          title: body.title,
          short_description: body.shortDescription,
          description: body.description,
          language: body.language,
          tags: body.tags,
          ...priceColumns(body.price),
        }),
      )
      await repository.setCategory(knex, { productId: row.id, title: body.category, language: body.language, hidden: !producer.isAdmin })
      return row.id
    },

    /** @throws DomainError PRODUCT_FROZEN, VALIDATION_FAILED */
    async update(id: string, body: UpdateBody, editor: ProductViewer): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await repository.lock(trx, id)
        await repository.update(trx, id, toChange(row, body))
        if (body.category !== undefined) {
          await repository.setCategory(trx, { productId: id, title: body.category, language: row.language, hidden: !editor.isAdmin })
        }
      })
    },

    /** Texts in the product's own language stand on the product itself. */
    async setTranslation(
      id: string,
      language: Language,
      text: { title: string; shortDescription: string; description: string },
    ): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await repository.lock(trx, id)
        const { title, shortDescription, description } = text
        if (row.language === language) {
          await repository.update(trx, id, { title, short_description: shortDescription, description })
        } else {
          await repository.saveTranslation(trx, { productId: id, language, title, shortDescription, description })
        }
      })
    },

    /** @throws DomainError PRODUCT_NOT_LIVE (a type without dates), STATE_CONFLICT (that start exists, too many), VALIDATION_FAILED */
    async addSession(id: string, body: z.output<typeof addSessionBody>): Promise<void> {
      if (!IANAZone.isValidZone(body.timezone)) throw invalid('body.timezone', 'unknown_timezone')
      const endsAt = new Date(body.endsAt)
      if (endsAt <= clock.now()) throw invalid('body.endsAt', 'in_the_past')
      await knex.transaction(async (trx) => {
        const row = await repository.lock(trx, id)
        if (!sessionTypes.has(row.type)) throw new DomainError('PRODUCT_NOT_LIVE')
        if ((await repository.countSessions(trx, id)) >= limits.sessionsPerProduct) throw new DomainError('STATE_CONFLICT')
        const session = { productId: id, startsAt: new Date(body.startsAt), endsAt, timeZone: body.timezone }
        if ((await repository.insertSession(trx, session)) === 'taken') throw new DomainError('STATE_CONFLICT')
      })
    },

    /** @throws DomainError STATE_CONFLICT, CHANNEL_NOT_APPROVED, SESSION_REQUIRED, VALIDATION_FAILED (paid without a price) */
    async publish(id: string, status: Exclude<ProductStatus, 'draft'>): Promise<void> {
      await knex.transaction(async (trx) => {
        const row = await repository.lock(trx, id)
        assertMove(productTransitions, row.status, status)
        if (row.channel_status !== 'published') throw new DomainError('CHANNEL_NOT_APPROVED')
        if (datedTypes.has(row.type) && (await repository.countSessions(trx, id)) === 0) throw new DomainError('SESSION_REQUIRED')
        if (row.plan === 'paid' && row.net_price_minor === 0) throw invalid('product.price', 'required')
        await repository.update(trx, id, { status, published_at: row.published_at ?? clock.now() })
      })
    },
  }
}

function toChange(row: ProductRow, body: UpdateBody): ProductUpdate {
  const isFrozen = row.status !== 'draft'
  if (isFrozen && body.type !== undefined && body.type !== row.type) throw new DomainError('PRODUCT_FROZEN')
  const plan = body.plan ?? row.plan
  const netMinor = body.price === undefined ? row.net_price_minor : (body.price?.netMinor ?? 0)
  if (plan === 'free' && body.price != null && body.price.netMinor > 0) throw invalid('body.price', 'free_has_no_price')
  if (plan === 'paid' && isFrozen && netMinor === 0) throw invalid('body.price', 'required')
  if (row.offer_net_minor !== null && (plan === 'free' || netMinor !== row.net_price_minor)) throw invalid('body.price', 'offer_running')
  const saleStartsAt = body.saleStartsAt === undefined ? row.sale_starts_at : toDate(body.saleStartsAt)
  const saleEndsAt = body.saleEndsAt === undefined ? row.sale_ends_at : toDate(body.saleEndsAt)
  if (saleStartsAt && saleEndsAt && saleEndsAt <= saleStartsAt) throw invalid('body.saleEndsAt', 'before_start')
  return {
    ...defined({
      title: body.title,
      short_description: body.shortDescription,
      description: body.description,
      type: body.type,
      tags: body.tags,
    }),
    plan,
    sale_starts_at: saleStartsAt,
    sale_ends_at: saleEndsAt,
    ...(plan === 'free' ? { net_price_minor: 0 } : body.price === undefined ? {} : priceColumns(body.price)),
  }
}

function priceColumns(price: CreateBody['price']): ProductUpdate {
  if (price === null) return { net_price_minor: 0 }
  return { net_price_minor: price.netMinor, currency: price.currency, tax_basis_points: price.taxBasisPoints }
}

function invalid(path: string, rule: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { issues: [{ path, rule, message: rule.replaceAll('_', ' ') }] })
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
}
