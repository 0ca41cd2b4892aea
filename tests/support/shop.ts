import type { Page } from 'playwright/test'
import type { FactoryProduct } from '../../api/src/testing/factories.ts'
import { expect } from './e2e.ts'
import { addShow, type Person, type Show } from './people.ts'
import { maxRun } from './picture-code.ts'
import { readPlayer } from './pixels.ts'
import type { Stack } from './stack.ts'
import { preferEnglish } from './viewer.ts'
import { putVod } from './vod-folder.ts'
import { word } from './words.ts'

/** Test cards as the page of the test provider writes them. */
const spaced = { succeeds: '4242 4242', declined: '0000 0002', confirms: '3155', late: '0077', renewsNever: '0341' }

/** A film of €12.10 to be bought. */
export const filmPrice = { plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 } as const
export async function addFilm(stack: Stack, title: string): Promise<Show> {
  return addShow(stack, { product: { title, type: 'vod', ...filmPrice } })
}

/** Gives a product of an on-demand type something to play. */
export async function makePlayable(stack: Stack, product: Pick<FactoryProduct, 'id'>, workDir: string): Promise<void> {
  const run = Math.floor(Math.random() * maxRun)
  const prefix = await putVod(stack, { run, name: product.id, workDir })
  await stack.factories.asset({ product_id: product.id, storage_prefix: prefix, duration_ms: 10_000, rungs: ['720p', '360p'] })
}

/** Pictures of the film are on the screen. */
export async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(async () => (await readPlayer(page))?.code, { timeout: 30_000 }).toBeTruthy()
}

/** From the product's page, by way of the log-in. */
export async function openCheckout(page: Page, { product }: Pick<Show, 'product'>, person: Person): Promise<void> {
  await preferEnglish(page)
  await page.goto(`/products/${product.slug}`)
  const buy = (key: string) => page.getByRole('link', { name: word('products', key), exact: true })
  // A ticket of a date, or any other product.
  await buy('buy.action').or(buy('buy.other')).first().click()
  await page.getByLabel(word('identity', 'login.email')).fill(person.email)
  await page.getByRole('textbox', { name: word('identity', 'login.password') }).fill(person.password)
  await page.getByRole('button', { name: word('identity', 'login.submit') }).click()
  await expect(page).toHaveURL(new RegExp(`/products/${product.slug}/checkout$`))
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'title') })).toBeVisible()
}

/** Gives every consent and goes on to the page of the payment service. */
export async function goToPay(page: Page): Promise<void> {
  const pay = page.getByRole('button', { name: /^Pay / })
  await expect(pay).toBeDisabled()
  for (const consent of await page.getByRole('checkbox').all()) await consent.check()
  await pay.click()
  await expect(page).toHaveURL(/\/payments\/test\/tp_/)
  // Paid in another tab before it has loaded, it would have no card to choose.
  await expect(page.getByRole('radio').first()).toBeVisible()
}

export async function payWith(page: Page, card: keyof typeof spaced): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(spaced[card]) }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
}
