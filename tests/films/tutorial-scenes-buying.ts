import { expect } from 'playwright/test'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { settled, logInQuietly, type Scene } from './tutorial-scenes.ts'

/** A film of the demo that costs something. */
const filmSlug = 'ultimo-tren-a-valdeniebla'

/** From a price to the picture and the invoice. */
export async function buy(scene: Scene): Promise<void> {
  const { stack, language, page, camera, w } = scene
  const fan = await stack.factories.user({ name: 'Nuria', surname: 'Salas', locale: language, email: `buyer.${language}@example.com` })
  await filmIsReady(scene)
  await logInQuietly(scene, { id: fan.id, email: fan.email, password: factoryPassword })
  await page.goto(`/products/${filmSlug}`)
  const price = page.getByRole('link', { name: w('products', 'buy.other'), exact: true }).first()
  await price.waitFor()
  await settled(page)
  await camera.press('price', page, price)
  await page.getByRole('heading', { level: 1, name: w('checkout', 'title') }).waitFor()
  await settled(page)
  await camera.show('checkout', page)
  await camera.show('checkout', page, page.getByRole('complementary'))
  // Above them stands the question whether the card is kept.
  const [terms, waiver] = [page.getByRole('checkbox').nth(-2), page.getByRole('checkbox').last()]
  await camera.press('pay', page, terms)
  await waiver.check()
  await camera.press('pay', page, page.locator('button[type=submit]').last())
  await expect(page).toHaveURL(/\/payments\/test\//)
  const card = page.getByRole('radio', { name: /4242 4242/ })
  await card.waitFor()
  await settled(page)
  await camera.show('card', page)
  await camera.press('card', page, page.getByRole('button').filter({ hasText: /2[.,]99/ }))
  await page.getByRole('heading', { level: 1, name: w('checkout', 'state.paid.title') }).waitFor()
  await settled(page)
  await camera.press('door', page, page.getByRole('link', { name: w('checkout', 'door.watch') }))
  await expect
    .poll(() => page.evaluate(() => Math.max(0, ...[...document.querySelectorAll('video')].map((video) => video.currentTime))), {
      timeout: 60_000,
    })
    .toBeGreaterThan(2)
  await camera.show('watch', page)
  await page.goto('/mystuff/orders')
  const invoice = page
    .getByRole('listitem')
    .getByRole('button', { name: /-\d{4}-|\d{4}/ })
    .first()
  await invoice.waitFor()
  await settled(page)
  await camera.show('invoice', page, invoice)
}

/** The demo makes its films after the start. */
async function filmIsReady({ stack }: Scene): Promise<void> {
  const asset = () =>
    stack
      .knex('media_assets as m')
      .join('products as p', 'p.media_asset_id', 'm.id')
      .where('p.slug', filmSlug)
      .first<{ state: string }>('m.state')
  await expect.poll(async () => (await asset()).state, { timeout: 600_000, intervals: [2_000] }).toBe('ready')
}
