import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/e2e.ts'
import { readPdf } from '../../api/src/testing/read-pdf.ts'
import { noteFigures } from '../support/figures.ts'
import { addViewer } from '../support/people.ts'
import { addFilm, expectPlaying, goToPay, makePlayable, openCheckout, payWith } from '../support/shop.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { word } from '../support/words.ts'

// From the price of a product to its door: with a card that is refused, one that asks for a confirmation, and one that
// settles later.

test('a visitor buys: comes back from the login, is declined, confirms, and the confirmation is the door [SHOP-055] [SHOP-006]', async ({
  stack,
  browserFor,
}) => {
  const { context } = await browserFor('buyer')
  const page = await context.newPage()
  const [show, viewer] = [await addFilm(stack, 'A film to pay for'), await addViewer(stack)]
  await makePlayable(stack, show.product, test.info().outputPath())
  await openCheckout(page, show, viewer)
  await page.getByRole('button', { name: /^€2/ }).click()
  await expect(page.getByRole('complementary').getByText('€14.10')).toBeVisible()
  await goToPay(page)
  await payWith(page, 'declined')
  await expect(page.getByRole('alert').filter({ hasText: word('testPayments', 'failure.declined') })).toBeVisible()
  expect(await stack.knex('tickets').where({ user_id: viewer.id })).toEqual([])
  await payWith(page, 'confirms')
  const paidAtMs = Date.now()
  await page.getByRole('button', { name: word('testPayments', 'bank.approve') }).click()
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'state.paid.title') })).toBeFocused()
  await page.getByRole('link', { name: word('checkout', 'door.watch') }).click()
  const paidToDoorMs = Date.now() - paidAtMs
  await expect(page).toHaveURL(new RegExp(`/player/${show.product.slug}$`))
  await expectPlaying(page)
  await noteFigures(test.info(), { paidToDoorMs, paidToPlayingMs: Date.now() - paidAtMs })
  // Access begins within five seconds of the payment.
  expect(paidToDoorMs).toBeLessThan(5_000)

  // Every other screen that shows the same fact.
  await page.goto('/mystuff/products')
  await expect(page.getByRole('link', { name: 'A film to pay for', exact: true })).toBeVisible()
  await page.goto('/mystuff/orders')
  const order = page.getByRole('listitem').filter({ hasText: 'A film to pay for' })
  await expect(order).toContainText('€14.10')
  const [download] = await Promise.all([page.waitForEvent('download'), order.getByRole('button', { name: /^Invoice/ }).click()])
  expect(download.suggestedFilename()).toMatch(/^invoice-\d{4}-000001\.pdf$/)
  const { text } = await readPdf(await readFile(await download.path()))
  for (const said of ['Vera Vidal', 'A film to pay for VAT', '1 €10.00 21% €2.10 €12.10', 'Total €14.10']) expect(text).toContain(said)
  await page.goto(`/products/${show.product.slug}`)
  await expect(page.getByText(word('products', 'kept.title')).first()).toBeVisible()
  // Buying it again leads to what is there.
  await page.goto(`/products/${show.product.slug}/checkout`)
  await expect(page).toHaveURL(new RegExp(`/products/${show.product.slug}$`))
})

test('a payment that settles later: the page says so and turns into the door by itself', async ({ stack, browserFor }) => {
  const { context } = await browserFor('buyer')
  const page = await context.newPage()
  test.setTimeout(90_000)
  const [show, viewer] = [await addFilm(stack, 'A film paid later'), await addViewer(stack)]
  await openCheckout(page, show, viewer)
  await goToPay(page)
  await payWith(page, 'late')
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'state.settling.title') })).toBeVisible()
  await expect(page.getByRole('link', { name: word('checkout', 'door.watch') })).toBeVisible({ timeout: 40_000 })
})

test('the back button and a second tab lead to one order, and it is paid once [SHOP-061]', async ({ stack, browserFor }) => {
  const { context } = await browserFor('buyer')
  const page = await context.newPage()
  const [show, viewer] = [await addFilm(stack, 'A film in two tabs'), await addViewer(stack)]
  await openCheckout(page, show, viewer)
  await goToPay(page)
  const payment = page.url()
  await page.goBack()
  await goToPay(page)
  expect(page.url()).toBe(payment)
  const second = await context.newPage()
  await second.goto(`/products/${show.product.slug}/checkout`)
  await goToPay(second)
  expect(second.url()).toBe(payment)
  await payWith(page, 'succeeds')
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'state.paid.title') })).toBeVisible()
  await payWith(second, 'succeeds')
  await expect(second.getByRole('alert').last()).toBeVisible()
  await second.reload()
  await second.getByRole('link', { name: word('testPayments', 'return') }).click()
  await expect(second.getByRole('heading', { level: 1, name: word('checkout', 'state.paid.title') })).toBeVisible()
  expect(await stack.knex('orders').where({ user_id: viewer.id })).toHaveLength(1)
  expect(await stack.knex('tickets').where({ user_id: viewer.id })).toHaveLength(1)
})

test('with the keyboard alone, at the width of a phone', async ({ stack, browserFor }) => {
  const { context } = await browserFor('buyer')
  const page = await context.newPage()
  const [show, viewer] = [await addFilm(stack, 'A film by keyboard'), await addViewer(stack)]
  await page.setViewportSize({ width: 375, height: 720 })
  await openCheckout(page, show, viewer)
  const reach = async (find: () => Promise<boolean>) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if (await find()) return
    }
    throw new Error('no focus after 40 presses of Tab')
  }
  const isFocused = (role: 'checkbox' | 'button' | 'radio', name: RegExp) => () =>
    page
      .getByRole(role, { name })
      .first()
      .evaluate((element) => element === document.activeElement)
  await reach(isFocused('checkbox', /terms of purchase/))
  await page.keyboard.press('Space')
  await reach(isFocused('checkbox', /withdrawal/))
  await page.keyboard.press('Space')
  await reach(isFocused('button', /^Pay /))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payments\/test\/tp_/)
  await expect(page.getByRole('radio').first()).toBeVisible()
  await reach(isFocused('radio', /4242 4242/))
  await reach(isFocused('button', /^Pay /))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'state.paid.title') })).toBeFocused()
})

test('the organizer finds the sale, gives the money back, and the access of the buyer ends', async ({ stack, browserFor }) => {
  test.setTimeout(90_000)
  const [{ context: buyers }, { context: sellers }] = [await browserFor('buyer'), await browserFor('seller')]
  const page = await buyers.newPage()
  const [show, viewer] = [await addFilm(stack, 'A film to be refunded'), await addViewer(stack)]
  await openCheckout(page, show, viewer)
  await goToPay(page)
  await payWith(page, 'succeeds')
  await page.getByRole('link', { name: word('checkout', 'door.watch') }).click()
  await expect(page).toHaveURL(new RegExp(`/player/${show.product.slug}$`))

  const desk = await sellers.newPage()
  await preferEnglish(desk)
  await viewerAt(desk).logIn(show.organizer)
  await desk.goto('/account/sales')
  await desk.getByRole('row', { name: /A film to be refunded/ }).click()
  const detail = desk.getByRole('dialog', { name: word('salesTable', 'detail') })
  await expect(detail).toContainText(viewer.email)
  await detail.getByRole('button', { name: word('salesTable', 'refund.action') }).click()
  await desk
    .getByRole('dialog', { name: /€12\.10/ })
    .getByRole('button', { name: word('salesTable', 'refund.action') })
    .click()
  // Paid out within seconds, and the open table says so by itself.
  await expect(detail).toContainText(word('salesTable', 'refund.status.succeeded'), { timeout: 20_000 })
  await desk.screenshot({ path: test.info().outputPath('refunded.png') })

  await page.goto('/mystuff/orders')
  await expect(page.getByRole('listitem').filter({ hasText: 'A film to be refunded' })).toContainText(word('orders', 'status.refunded'))
  await page.goto(`/products/${show.product.slug}`)
  await expect(page.getByRole('link', { name: word('products', 'buy.other'), exact: true }).first()).toBeVisible()
})
