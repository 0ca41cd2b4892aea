import type { Knex } from 'knex'
import { demoProducts, productIdOf, requestTimeOf } from './catalogue.ts'
import { demoChannels, type DemoProduct } from './content.ts'
import { datesFrom, liveDates, repeatedDates } from './dates.ts'
import { demoId } from './ids.ts'
import { liveProductSlug } from './products-live.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Moves the demo's calendar to today: what was coming still comes, what is on air is on air now, offers run for some
 * days more.
 */
export async function redate(knex: Knex, now: Date): Promise<void> {
  const existing = new Set(
    await knex('products')
      .whereIn(
        'id',
        demoProducts.map(({ slug }) => productIdOf(slug)),
      )
      .pluck<string[]>('id'),
  )
  const present = demoProducts.filter(({ slug }) => existing.has(productIdOf(slug)))
  await knex.transaction(async (trx) => {
    await trx.raw("set local e_events.allow_session_change = 'on'")
    await moveRequests(trx, now)
    for (const product of present) {
      if (product.slug === liveProductSlug) await openLiveSession(trx, now)
      else await moveSessions(trx, product, now)
      if (product.offerPercent !== undefined) await moveOffer(trx, product, now)
    }
  })
}

/** Channels that still wait for staff have waited as long as on the first day. */
async function moveRequests(trx: Knex, now: Date): Promise<void> {
  for (const channel of demoChannels) {
    const requestedAt = requestTimeOf(channel, now)
    if (!requestedAt) continue
    const id = demoId(`request/${channel.slug}`)
    await trx('channel_revisions').where({ id, state: 'pending' }).update({ requested_at: requestedAt, rights_accepted_at: requestedAt })
    await trx('channels')
      .where({ id: demoId(`channel/${channel.slug}`), status: 'revision' })
      .update({ status_changed_at: requestedAt })
  }
}

/**
 * A session that begins now. Those before it go, unless a show was broadcast in them: a show that was ended finishes
 * its session for good, and its recording belongs there.
 */
async function openLiveSession(trx: Knex, now: Date): Promise<void> {
  const product_id = productIdOf(liveProductSlug)
  await removeUnusedSessions(trx, now)
  const { startsAt, endsAt } = liveDates(now)
  await trx('product_sessions').insert({ product_id, starts_at: startsAt, ends_at: endsAt }).onConflict().ignore()
}

/** Sessions of the live product that began before and saw no broadcast. */
export async function removeUnusedSessions(trx: Knex, before: Date): Promise<void> {
  await trx('product_sessions')
    .where({ product_id: productIdOf(liveProductSlug) })
    .where('starts_at', '<', before)
    .whereNotExists(trx('broadcasts').whereRaw('broadcasts.session_id = product_sessions.id'))
    .delete()
}

async function moveSessions(trx: Knex, { slug, dates, repeats }: DemoProduct, now: Date): Promise<void> {
  const all = repeats ? repeatedDates(now, repeats) : datesFrom(now, dates ?? [])
  const rows = all.map(({ startsAt, endsAt }, index) => ({
    id: demoId(`session/${slug}/${index}`),
    product_id: productIdOf(slug),
    starts_at: startsAt,
    ends_at: endsAt,
  }))
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  // A meeting that was ended belongs to the date before: the one that moved into its place is still to come.
  await trx('meets')
    .where({ product_id: productIdOf(slug), state: 'ended' })
    .delete()
  // Out of the way first: a date that moves onto its neighbour's old place would break the 'no duplicate' rule half
  // way.
  await trx('product_sessions')
    .whereIn('id', ids)
    .update({ starts_at: trx.raw("starts_at - interval '100 years'"), ends_at: trx.raw("ends_at - interval '100 years'") })
  await trx('product_sessions').insert(rows).onConflict('id').merge(['starts_at', 'ends_at'])
}

async function moveOffer(trx: Knex, { slug, netMinor = 0, offerPercent = 0 }: DemoProduct, now: Date): Promise<void> {
  await trx('products')
    .where({ id: productIdOf(slug), net_price_minor: netMinor })
    .update({
      // Rounded up: an offer never takes more than its per cent.
      offer_net_minor: Math.ceil((netMinor * (100 - offerPercent)) / 100),
      offer_tax_basis_points: trx.ref('tax_basis_points'),
      offer_starts_at: new Date(now.getTime() - dayMs),
      offer_ends_at: new Date(now.getTime() + 5 * dayMs),
    })
}
