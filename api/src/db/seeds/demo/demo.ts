import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import { demoAccounts, seedAccounts } from './accounts.ts'
import { demoFilm, demoProducts, demoSound, seedCatalogue } from './catalogue.ts'
import { demoFilms, demoSounds, type DemoFilmName, type DemoSoundName } from './content.ts'
import { allPictures, renderPictures } from './pictures.ts'
import { seedPlaces } from './places.ts'
import { liveProductSlug } from './products-live.ts'
import { redate } from './redate.ts'

export interface DemoSeed {
  products: number
  drawn: number
}

/**
 * Fills an empty installation with the demo, completes one that was filled half, and moves its dates to today. Safe to run on every start. Writes what the
 * runner prints and the demo's broadcaster needs to `demoFile`.
 */
export async function seedDemo(options: {
  knex: Knex
  storage: Storage
  demoFile: string
  now: Date
  /** Of the pictures' size; tests draw thumbnails. */
  pictureScale?: number
}): Promise<DemoSeed> {
  const { knex, storage, demoFile, now, pictureScale } = options
  // Rows name their pictures, so those come first.
  const drawn = await renderPictures(knex, storage, allPictures(demoProducts), pictureScale)
  await seedAccounts(knex, now)
  await seedCatalogue(knex, now)
  await seedPlaces(knex, now)
  await redate(knex, now)
  await writeDemoFile(demoFile)
  return { products: demoProducts.length, drawn }
}

async function writeDemoFile(path: string): Promise<void> {
  const films = (Object.keys(demoFilms) as DemoFilmName[]).map((name) => ({ ...demoFilm(name), ...demoFilms[name] }))
  const sounds = (Object.keys(demoSounds) as DemoSoundName[]).map((name) => ({ ...demoSound(name), ...demoSounds[name] }))
  const content = { accounts: demoAccounts, live: `/products/${liveProductSlug}`, liveProductSlug, films, sounds }
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, path)
}
