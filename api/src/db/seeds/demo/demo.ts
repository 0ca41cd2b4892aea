import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import { accountsFor, seedAccounts, type DemoAccount } from './accounts.ts'
import { seedCaptions } from './captions.ts'
import { seedCertificate, type CertificateSeal } from './certificate.ts'
import { demoFilm, demoProducts, demoSound, productIdOf, seedCatalogue } from './catalogue.ts'
import { demoFilms, demoSounds, type DemoFilmName, type DemoSoundName } from './content.ts'
import { allPictures, renderPictures } from './pictures.ts'
import { limitSeats, seedZones } from './goods.ts'
import { seedPlaces } from './places.ts'
import { liveProductSlug } from './products-live.ts'
import { actsOfSales, perform, seedBuyers } from './sales.ts'
import { actsOfCoupons, couponsToTry, seedCoupons, type DemoCoupon } from './coupons.ts'
import { actsOfShopfront, offerSubscription, seedLine, seedPayouts } from './shopfront.ts'
import { redate } from './redate.ts'
import { seedDiscussions } from './discussions.ts'
import { seedRatings } from './ratings.ts'
import { seedViewings } from './viewings.ts'

export interface DemoSeed {
  products: number
  drawn: number
  coupons: readonly DemoCoupon[]
}

/**
 * Fills an empty installation with the demo, completes one that was filled half, and moves its dates to today. Safe to
 * run on every start. Writes what the runner prints and the demo's broadcaster needs to `demoFile`.
 */
export async function seedDemo(options: {
  knex: Knex
  storage: Storage
  demoFile: string
  now: Date
  /** Other machines reach it: the published passwords would let them in. */
  isExposed?: boolean
  /** Scale of the pictures; tests draw thumbnails. */
  pictureScale?: number
  /** Without it the demo has no certificate: nobody could verify it. */
  seal?: CertificateSeal | undefined
}): Promise<DemoSeed> {
  const { knex, storage, demoFile, now, isExposed = false, pictureScale, seal } = options
  const before = await readAccounts(demoFile)
  const accounts = accountsFor(before, isExposed)
  // Rows name their pictures, so those come first.
  const drawn = await renderPictures(knex, storage, allPictures(demoProducts), pictureScale)
  await seedAccounts(knex, now, accounts, before)
  await seedCatalogue(knex, now)
  await seedCaptions(knex, storage)
  await seedPlaces(knex, now)
  await redate(knex, now)
  await seedViewings(knex)
  const coupons = await seedSelling(knex, now)
  // By those who bought the courses.
  await seedDiscussions(knex, productIdOf, now)
  await seedRatings(knex, productIdOf, now)
  if (seal) await seedCertificate(knex, productIdOf, { ...seal, now })
  await writeDemoFile(demoFile, accounts, coupons)
  return { products: demoProducts.length, drawn, coupons }
}

async function seedSelling(knex: Knex, now: Date): Promise<DemoCoupon[]> {
  await seedBuyers(knex, now)
  await seedZones(knex)
  await seedCoupons(knex, now)
  await offerSubscription(knex)
  await perform(knex, [...actsOfSales(knex, now), ...actsOfCoupons(knex, now), ...actsOfShopfront(knex, now)])
  await limitSeats(knex)
  await seedLine(knex, now)
  await seedPayouts(knex, now)
  return couponsToTry(knex)
}

async function readAccounts(path: string): Promise<readonly DemoAccount[]> {
  try {
    return (JSON.parse(await readFile(path, 'utf8')) as { accounts?: DemoAccount[] }).accounts ?? []
  } catch {
    // The first start, or a file that somebody broke.
    return []
  }
}

async function writeDemoFile(path: string, accounts: readonly DemoAccount[], coupons: readonly DemoCoupon[]): Promise<void> {
  const films = (Object.keys(demoFilms) as DemoFilmName[]).map((name) => ({ ...demoFilm(name), ...demoFilms[name] }))
  const sounds = (Object.keys(demoSounds) as DemoSoundName[]).map((name) => ({ ...demoSound(name), ...demoSounds[name] }))
  const content = { accounts, coupons, live: `/products/${liveProductSlug}`, liveProductSlug, films, sounds }
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, path)
}
