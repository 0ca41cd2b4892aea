import { expect, test } from '../support/e2e.ts'
import { mailsTo } from '../support/mailbox.ts'
import { addShow, addViewer } from '../support/people.ts'
import { goToPay, openCheckout, payWith } from '../support/shop.ts'
import { logInAt, preferEnglish, viewerAt } from '../support/viewer.ts'
import { word } from '../support/words.ts'

test('a subscription: its renewal is refused, another card recovers it, and cancelled it opens until its end', async ({
  stack,
  browserFor,
}) => {
  test.setTimeout(150_000)
  const [{ context }, viewer] = [await browserFor('subscriber'), await addViewer(stack)]
  const show = await addShow(stack, { product: { title: 'For subscribers', type: 'vod', plan: 'paid', subscription_only: true } })
  const channel = await stack.knex('channels').where({ id: show.product.channel_id }).first('id', 'slug', 'title')
  if (!channel) throw new Error('no channel')
  await stack
    .knex('channels')
    .where({ id: channel.id })
    .update({ subscription_active: true, subscription_net_minor: 330, subscription_tax_basis_points: 2_100 })
  const page = await context.newPage()
  await preferEnglish(page)
  await logInAt(page, viewer)
  await page.goto(`/channels/${channel.slug}/subscription`)
  await goToPay(page)
  await payWith(page, 'renewsNever')
  await expect(page.getByRole('heading', { level: 1, name: word('subscriptions', 'done.title') })).toBeVisible()

  // The end of the month has come: the timer charges the card that refuses every renewal.
  const own = () => stack.knex('subscriptions').where({ user_id: viewer.id })
  await own().update({ valid_until: new Date(Date.now() + 2_000), due_at: new Date() })
  await expect.poll(async () => (await own().first())?.failed_attempts, { timeout: 60_000 }).toBe(1)
  await expect.poll(async () => (await mailsTo(stack, viewer.email)).length, { timeout: 20_000 }).toBe(2)
  await page.goto('/mystuff/subscriptions')
  const row = page.getByRole('listitem').filter({ hasText: channel.title }).first()
  await expect(row).toContainText(word('subscriptions', 'state.failing'))
  await expect(row.getByRole('alert')).toContainText(/You keep access until/)
  await row.getByRole('button', { name: new RegExp(word('subscriptions', 'pay.now')) }).click()
  await expect(page).toHaveURL(/\/payments\/test\/tp_/)
  await payWith(page, 'succeeds')
  await expect(page).toHaveURL(/\/mystuff\/subscriptions/)
  await expect(row).toContainText(word('subscriptions', 'state.renewed'))
  await expect(row).toContainText('4242')

  await row.getByRole('button', { name: new RegExp(`^${word('subscriptions', 'cancel.label').split('{')[0] ?? ''}`) }).click()
  await page.getByRole('button', { name: word('subscriptions', 'cancel.confirm'), exact: true }).click()
  await expect(row).toContainText(word('subscriptions', 'state.ending'))
  const after = await own().first()
  expect([after?.status, after?.periods_paid, (after?.valid_until.getTime() ?? 0) > Date.now() + 20 * 86_400_000]).toEqual([
    'cancelled',
    2,
    true,
  ])
  await page.goto(`/products/${show.product.slug}`)
  await expect(page.getByRole('link', { name: word('products', 'watch.video') }).first()).toBeVisible()
  // Its end.
  await own().update({ valid_until: new Date(Date.now() - 1_000) })
  await page.reload()
  await expect(page.getByRole('link', { name: word('products', 'watch.video') })).toHaveCount(0)
})

test('goods: bought with an address and postage, packed, sent, delivered, and the buyer sees each step', async ({ stack, browserFor }) => {
  test.setTimeout(120_000)
  const [{ context: buyers }, { context: sellers }, viewer] = [
    await browserFor('buyer', { viewport: { width: 390, height: 844 } }),
    await browserFor('seller'),
    await addViewer(stack),
  ]
  const show = await addShow(stack, {
    product: { title: 'A poster in a tube', type: 'physical', plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100, stock: 3 },
  })
  const zone = { name: 'Spain', countries: ['ES'], net_minor: 413, next_net_minor: 100, tax_basis_points: 2_100, position: 0 }
  await stack.knex('shipping_zones').insert({ ...zone, channel_id: show.product.channel_id })
  const page = await buyers.newPage()
  await openCheckout(page, show, viewer)
  const field = (key: string) => page.getByLabel(word('checkout', `address.${key}`))
  const country = page.getByRole('combobox', { name: new RegExp(`^${word('checkout', 'address.country')}`) })
  await country.selectOption('PT')
  await expect(page.getByText(word('checkout', 'address.notThere'))).toBeVisible()
  await country.selectOption('ES')
  await field('street').fill('Calle del Faro 3')
  await field('postalCode').fill('28012')
  await field('city').fill('Madrid')
  await page.getByRole('button', { name: /^One more/ }).click()
  // Two pieces of €12.10 and €6.20 of postage.
  await expect(page.getByRole('button', { name: /^Pay / })).toContainText('€30.41')
  await goToPay(page)
  await payWith(page, 'succeeds')
  await expect(page.getByText(word('checkout', 'state.paid.goods'))).toBeVisible()

  const desk = await sellers.newPage()
  await preferEnglish(desk)
  await viewerAt(desk).logIn(show.organizer)
  await desk.goto('/account/shipping')
  const parcel = desk.getByRole('listitem').filter({ hasText: 'Calle del Faro 3' })
  await expect(parcel).toContainText('2 × A poster in a tube')
  await parcel.getByRole('button', { name: word('shipping', 'act.packed') }).click()
  await desk.getByRole('tab', { name: new RegExp(`^${word('shipping', 'tab.packed')}`) }).click()
  await parcel.getByRole('button', { name: word('shipping', 'act.sent') }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel(word('shipping', 'sent.carrier')).fill('Night Post')
  await dialog.getByLabel(word('shipping', 'sent.code')).fill('NP 42')
  await dialog.getByRole('button', { name: word('shipping', 'act.sent') }).click()
  const order = page.getByRole('listitem').filter({ hasText: 'A poster in a tube' })
  await expect(desk.getByText(/is on its way/).first()).toBeVisible()
  await page.goto('/mystuff/orders')
  await expect(order).toContainText('On the way · Night Post · NP 42')
  await desk.getByRole('tab', { name: new RegExp(`^${word('shipping', 'tab.sent')}`) }).click()
  await parcel.getByRole('button', { name: word('shipping', 'act.delivered') }).click()
  await expect.poll(async () => (await stack.knex('shipments').first('state'))?.state).toBe('delivered')
  await page.reload()
  await expect(order).toContainText(word('orders', 'shipment.delivered'))
  expect((await stack.knex('stock_levels').where({ product_id: show.product.id }).first())?.taken).toBe(2)
  await expect
    .poll(async () => (await mailsTo(stack, viewer.email)).map(({ text }) => text).join('\n'), { timeout: 20_000 })
    .toContain('NP 42')
})
