import { languages } from '@e-events/shared/domain/language.ts'
import { productTypes } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { toJson } from '../../row.ts'
import { demoUserIds } from './accounts.ts'
import {
  demoCategories,
  demoChannels,
  demoFilms,
  demoSounds,
  demoSpeakers,
  type DemoFilmName,
  type DemoProduct,
  type DemoSoundName,
  type DemoChannel,
} from './content.ts'
import { demoId } from './ids.ts'
import { seedLessons } from './lessons.ts'
import { seedQuizzes } from './quizzes.ts'
import { seedStudyGuides } from './study-guides.ts'
import { pictureOf } from './pictures.ts'
import { learningProducts } from './products-learning.ts'
import { deferredProducts } from './products-deferred.ts'
import { liveProducts } from './products-live.ts'
import { seedDatasheets } from './datasheets.ts'
import { seedReading } from './reading.ts'
import { onDemandProducts } from './products-on-demand.ts'
import { shopProducts } from './products-shop.ts'

export const demoProducts: readonly DemoProduct[] = [
  ...liveProducts,
  ...deferredProducts,
  ...onDemandProducts,
  ...learningProducts,
  ...shopProducts,
]
export const productIdOf = (slug: string): string => demoId(`product/${slug}`)

const dayMs = 24 * 60 * 60_000

/**
 * Writes the catalogue as far as it is missing. Changes of a demo organizer stay; a slug that somebody took before
 * keeps its owner, and what hangs on it is left out.
 */
export async function seedCatalogue(knex: Knex, now: Date): Promise<void> {
  await knex('site_config').update({ producer_product_types: [...productTypes] })
  await seedCategories(knex)
  await seedChannels(knex, now)
  await seedSpeakers(knex)
  await seedAssets(knex)
  await seedProducts(knex, now)
  await seedReading(knex, productIdOf)
  await seedLessons(knex, productIdOf)
  await seedQuizzes(knex, productIdOf)
  await seedStudyGuides(knex, productIdOf)
  await seedDatasheets(knex, productIdOf)
  await seedTickets(knex)
}

async function seedCategories(knex: Knex): Promise<void> {
  for (const [position, { slug, titles }] of demoCategories.entries()) {
    await knex('categories')
      .insert({ id: demoId(`category/${slug}`), slug, position })
      .onConflict()
      .ignore()
    const category = await knex('categories').where({ slug }).first('id')
    if (!category) continue
    const rows = languages.map((language) => ({ category_id: category.id, language, title: titles[language] }))
    await knex('category_translations').insert(rows).onConflict().ignore()
  }
}

async function seedChannels(knex: Knex, now: Date): Promise<void> {
  const approvedAt = new Date(now.getTime() - 60 * dayMs)
  for (const channel of demoChannels) {
    const requestedAt = requestTimeOf(channel, now)
    await knex('channels')
      .insert({
        id: demoId(`channel/${channel.slug}`),
        owner_id: demoUserIds[channel.owner],
        title: channel.title,
        slug: channel.slug,
        short_description: channel.short.es,
        translations: toJson({ en: { shortDescription: channel.short.en }, pt: { shortDescription: channel.short.pt } }),
        category_id: (await knex('categories').where({ slug: channel.category }).first('id'))?.id ?? null,
        tags: [...channel.tags],
        // Seller of the invoices.
        business_name: `${channel.title}, S. L.`,
        billing_nif: 'B12345674',
        billing_address: 'Calle de las Pruebas 1',
        billing_city: 'Madrid',
        billing_postal_code: '28001',
        billing_country: 'ES',
        ...(requestedAt
          ? { status: 'revision', status_changed_at: requestedAt }
          : { status: 'published', status_changed_at: approvedAt, approved_at: approvedAt }),
        logo_file_id: pictureOf.logo(channel).id,
        cover_file_id: pictureOf.cover(channel).id,
        created_at: approvedAt,
      })
      .onConflict()
      .ignore()
    if (requestedAt) await seedRequest(knex, channel.slug, requestedAt)
  }
}

/** When a channel that waits for staff asked for its publication. */
export function requestTimeOf({ waitsSinceHours }: DemoChannel, now: Date): Date | undefined {
  return waitsSinceHours === undefined ? undefined : new Date(now.getTime() - waitsSinceHours * 60 * 60_000)
}

/** Once: what staff decided since stays decided. */
async function seedRequest(knex: Knex, slug: string, requestedAt: Date): Promise<void> {
  const waiting = await knex('channels')
    .where({ id: demoId(`channel/${slug}`), status: 'revision' })
    .first('id', 'owner_id')
  if (!waiting) return
  await knex('channel_revisions')
    .insert({
      id: demoId(`request/${slug}`),
      channel_id: waiting.id,
      requested_by: waiting.owner_id,
      requested_at: requestedAt,
      rights_accepted_at: requestedAt,
    })
    .onConflict()
    .ignore()
}

async function seedSpeakers(knex: Knex): Promise<void> {
  const rows = demoSpeakers.map((speaker) => ({
    id: demoId(`speaker/${speaker.slug}`),
    owner_id: demoUserIds[speaker.owner],
    name: speaker.name,
    title: speaker.title.es,
    slug: speaker.slug,
    bio: speaker.bio.es,
    translations: toJson({
      en: { title: speaker.title.en, bio: speaker.bio.en },
      pt: { title: speaker.title.pt, bio: speaker.bio.pt },
    }),
    image_file_id: pictureOf.portrait(speaker).id,
  }))
  await knex('speakers').insert(rows).onConflict().ignore()
}

/** Films are made after the start (transcoder/src/demo); until then their products say that they are on their way. */
async function seedAssets(knex: Knex): Promise<void> {
  for (const name of Object.keys(demoFilms) as DemoFilmName[]) {
    const { assetId, storagePrefix } = demoFilm(name)
    await knex('media_assets')
      .insert({ id: assetId, kind: 'vod', state: 'processing', storage_prefix: storagePrefix })
      .onConflict()
      .ignore()
    await knex('media_assets').where({ id: assetId, state: 'failed' }).update({ state: 'processing', error_code: null })
  }
  for (const name of Object.keys(demoSounds) as DemoSoundName[]) {
    const { assetId, storagePrefix } = demoSound(name)
    await knex('media_assets')
      .insert({ id: assetId, kind: 'audio', state: 'processing', storage_prefix: storagePrefix, has_video: false })
      .onConflict()
      .ignore()
    await knex('media_assets').where({ id: assetId, state: 'failed' }).update({ state: 'processing', error_code: null })
  }
}

export function demoFilm(name: DemoFilmName): { assetId: string; sourceKey: string; storagePrefix: string } {
  const assetId = demoId(`film/${name}`)
  return { assetId, sourceKey: `sources/${assetId}.mp4`, storagePrefix: `vod/${assetId}` }
}

export function demoSound(name: DemoSoundName): { assetId: string; sourceKey: string; storagePrefix: string } {
  const assetId = demoId(`sound/${name}`)
  return { assetId, sourceKey: `sources/${assetId}.wav`, storagePrefix: `audio/${assetId}` }
}

async function seedProducts(knex: Knex, now: Date): Promise<void> {
  const channels = new Map((await knex('channels').select('id', 'slug')).map(({ id, slug }) => [slug, id]))
  const categories = new Map((await knex('categories').select('id', 'slug')).map(({ id, slug }) => [slug, id]))
  const known = new Set(await knex('products').pluck<string[]>('slug'))
  for (const [position, product] of demoProducts.entries()) {
    const channelId = channels.get(product.channel)
    const categoryId = categories.get(product.category)
    if (channelId === undefined || known.has(product.slug)) continue
    await knex.transaction(async (trx) => {
      // Published one after the other, so that 'newest first' has an order to show.
      await insertProduct(trx, product, { channelId, publishedAt: new Date(now.getTime() - (position + 2) * dayMs) })
      const productId = productIdOf(product.slug)
      if (categoryId !== undefined) await trx('product_categories').insert({ product_id: productId, category_id: categoryId })
      const speakers = await trx('speakers')
        .whereIn('slug', [...(product.speakers ?? [])])
        .select('id', 'slug')
      const links = speakers.map(({ id, slug }) => ({
        product_id: productId,
        speaker_id: id,
        position: product.speakers?.indexOf(slug) ?? 0,
      }))
      if (links.length > 0) await trx('product_speakers').insert(links)
    })
  }
}

async function insertProduct(
  trx: Knex,
  product: DemoProduct,
  { channelId, publishedAt }: { channelId: string; publishedAt: Date },
): Promise<void> {
  const id = productIdOf(product.slug)
  const language = product.language ?? 'es'
  const channel = demoChannels.find(({ slug }) => slug === product.channel)
  const { title, short, description } = product.text[language]
  await trx('products').insert({
    id,
    channel_id: channelId,
    created_by: demoUserIds[channel?.owner ?? 'organizer'],
    type: product.type,
    plan: product.netMinor === undefined ? 'free' : 'paid',
    status: 'published',
    title,
    slug: product.slug,
    language,
    short_description: short,
    description,
    net_price_minor: product.netMinor ?? 0,
    tax_basis_points: product.taxBasisPoints ?? 2_100,
    image_file_id: pictureOf.poster(product).id,
    hero_file_id: pictureOf.hero(product).id,
    tags: [...product.tags],
    production_year: product.year ?? null,
    production_country: product.country ?? null,
    director: product.director ?? null,
    suggested_age: product.age ?? 'all',
    stock: product.stock ?? null,
    shipping_net_minor: product.shippingNetMinor ?? null,
    fake_live: product.isInStep ?? false,
    subscription_only: product.isKeptForSubscribers ?? false,
    bundle_state: product.parts ? 'active' : null,
    media_asset_id: product.film ? demoFilm(product.film).assetId : product.sound ? demoSound(product.sound).assetId : null,
    published_at: publishedAt,
    created_at: publishedAt,
  })
  const translations = languages
    .filter((other) => other !== language)
    .map((other) => {
      const text = product.text[other]
      return { product_id: id, language: other, title: text.title, short_description: text.short, description: text.description }
    })
  await trx('product_translations').insert(translations)
  const parts = (product.parts ?? []).map((slug, position) => ({ bundle_id: id, product_id: productIdOf(slug), position }))
  if (parts.length > 0) await trx('bundle_items').insert(parts)
}

/** So that the demo viewer's own page is not empty. The show on air is left to be got. */
async function seedTickets(knex: Knex): Promise<void> {
  for (const slug of [
    'vinilos-a-medianoche',
    'los-relojes-de-agua',
    'cuentos-para-dormir-al-gato',
    'diseno-desde-cero',
    'tutoria-abierta',
  ]) {
    const product = await knex('products')
      .where({ id: productIdOf(slug) })
      .first('id')
    if (!product) continue
    await knex('tickets')
      .insert({ id: demoId(`ticket/${slug}`), user_id: demoUserIds.viewer, product_id: product.id, source: 'free' })
      .onConflict()
      .ignore()
  }
}
