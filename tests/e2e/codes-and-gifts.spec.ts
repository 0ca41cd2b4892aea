import { call, logIn } from '../support/api-calls.ts'
import { expect, test } from '../support/e2e.ts'
import { mailsTo } from '../support/mailbox.ts'
import { addShow, addViewer, type Show } from '../support/people.ts'
import { addFilm, expectPlaying, filmPrice, goToPay, makePlayable, openCheckout, payWith } from '../support/shop.ts'
import type { Stack } from '../support/stack.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { word } from '../support/words.ts'

// Access by a coupon, by a gift and by a bundle, from the code or the price to the picture.
test.describe.configure({ mode: 'serial' })
let film: Show

test.beforeAll(async ({ stack }, info) => {
  test.setTimeout(120_000)
  // A home page with something on it.
  await addShow(stack, { sessions: [{ fromMin: 60, toMin: 120 }] })
  film = await addFilm(stack, 'A film behind codes')
  await makePlayable(stack, film.product, info.project.outputDir)
})

test('coupons: the home page goes on to the lower price, a used code says so, and the film plays', async ({ stack, browserFor }) => {
  test.setTimeout(90_000)
  const [{ context }, viewer, late] = [await browserFor('buyer'), await addViewer(stack), await addViewer(stack)]
  const [cheap, free] = [await makeCoupon(stack, 500), await makeCoupon(stack, 0)]
  const page = await context.newPage()
  await preferEnglish(page)
  await logInAt(page, viewer)
  await page.goto('/')
  const box = page.getByLabel(word('home', 'coupon.code'))
  await box.fill(cheap.toLowerCase().replaceAll('-', ' '))
  await page.getByRole('button', { name: word('home', 'coupon.redeem') }).click()
  await expect(page).toHaveURL(new RegExp(`/products/${film.product.slug}/checkout`))
  await expect(page.getByRole('status').filter({ hasText: cheap })).toBeVisible()
  await expect(page.getByRole('complementary')).toContainText('€6.05')
  await goToPay(page)
  await payWith(page, 'succeeds')
  await page.getByRole('link', { name: word('checkout', 'door.watch') }).click()
  await expectPlaying(page)

  // Somebody else, at the checkout: the used one is refused, the one for nothing is the door.
  const other = await (await browserFor('other')).context.newPage()
  await openCheckout(other, film, late)
  const field = other.getByLabel(word('checkout', 'coupon.code'))
  const apply = other.getByRole('button', { name: word('checkout', 'coupon.redeem'), exact: true })
  await field.fill(cheap)
  await apply.click()
  await expect(other.getByRole('alert')).toContainText(/redeemed/i)
  await field.fill(free)
  await apply.click()
  await expect(other).toHaveURL(new RegExp(`/products/${film.product.slug}$`))
  await other.goto(`/player/${film.product.slug}`)
  await expectPlaying(other)
  expect(await stack.knex('orders').where({ user_id: late.id }).pluck('total_minor')).toEqual([0])
})

test('a gift: its code arrives by mail, and opens the film for whoever redeems it', async ({ stack, browserFor }) => {
  test.setTimeout(90_000)
  const [{ context }, giver, friend] = [await browserFor('giver'), await addViewer(stack), await addViewer(stack)]
  const page = await context.newPage()
  await preferEnglish(page)
  await logInAt(page, giver)
  await page.goto(`/products/${film.product.slug}/checkout?gift=1`)
  await page.getByLabel(word('gifts', 'field.name')).fill('Nuria')
  await page.getByLabel(word('gifts', 'field.email')).fill(friend.email)
  await page.getByLabel(word('gifts', 'field.message')).fill('For the train home.')
  await goToPay(page)
  await payWith(page, 'succeeds')
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'state.given.title') })).toBeVisible()
  const { path, mail } = await giftMail(stack, friend.email)
  expect(mail).toContain('For the train home.')

  const reader = await (await browserFor('friend')).context.newPage()
  await preferEnglish(reader)
  await logInAt(reader, friend)
  await reader.goto(path)
  await reader.getByRole('button', { name: word('home', 'coupon.redeem') }).click()
  await expect(reader).toHaveURL(new RegExp(`/products/${film.product.slug}$`))
  await reader
    .getByRole('link', { name: word('products', 'watch.video') })
    .first()
    .click()
  await expectPlaying(reader)
  await page.goto('/mystuff/orders')
  await expect(page.getByRole('listitem').filter({ hasText: 'A film behind codes' })).toContainText(/Redeemed on/)
})

test('a bundle: what is owned is not charged, and the rest opens with it', async ({ stack, browserFor }) => {
  test.setTimeout(90_000)
  const [{ context }, viewer] = [await browserFor('buyer'), await addViewer(stack)]
  const { factories, knex } = stack
  const channel_id = film.product.channel_id
  const owned = await factories.product({ title: 'A film already seen', channel_id, type: 'vod', ...filmPrice })
  const bundle = await factories.product({
    title: 'Two films',
    channel_id,
    type: 'vod',
    ...filmPrice,
    net_price_minor: 1_600,
    bundle_state: 'active',
  })
  await knex('bundle_items').insert([film.product, owned].map(({ id }, position) => ({ bundle_id: bundle.id, product_id: id, position })))
  await factories.ticket({ user_id: viewer.id, product_id: owned.id })
  const page = await context.newPage()
  await openCheckout(page, { product: bundle }, viewer)
  await expect(page.getByRole('complementary')).toContainText('€9.68')
  await goToPay(page)
  await payWith(page, 'succeeds')
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'state.paid.title') })).toBeVisible()
  await page.goto(`/player/${film.product.slug}`)
  await expectPlaying(page)
})

async function makeCoupon(stack: Stack, netPriceMinor: number): Promise<string> {
  const token = await logIn(stack, film.organizer)
  const path = `/products/${film.product.slug}/coupons`
  const made = await call<{ id: string }>(stack, `POST ${path}`, { token, body: { quantity: 1, netPriceMinor, taxBasisPoints: 2_100 } })
  const { body } = await call<{ items: { code: string }[] }>(stack, `GET ${path}/${made.body.id}/codes`, { token })
  return body.items[0]?.code ?? ''
}

/** The mail of a gift: the page on which it is redeemed, and its words. */
async function giftMail(stack: Stack, address: string): Promise<{ path: string; mail: string }> {
  await expect.poll(async () => (await mailsTo(stack, address)).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const [mail] = await mailsTo(stack, address)
  return { path: /(\/redeem\?code=[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '', mail: mail?.text ?? '' }
}
