import { readFile } from 'node:fs/promises'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { readPdf } from '../../api/src/testing/read-pdf.ts'
import { getPlayback, logIn } from '../support/api-calls.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { addViewer } from '../support/people.ts'
import { addFilm, expectPlaying, goToPay, makePlayable, openCheckout, payWith } from '../support/shop.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { word } from '../support/words.ts'

test('a buyer asks for a refund, an administrator approves, and within a minute the film is closed', async ({
  stack,
  browserFor,
}, info) => {
  test.setTimeout(180_000)
  const [{ context: buyers }, { context: staff }] = [await browserFor('buyer'), await browserFor('admin')]
  const [show, viewer, admin] = [
    await addFilm(stack, 'A film not wanted'),
    await addViewer(stack),
    await stack.factories.admin({ locale: 'en' }),
  ]
  await makePlayable(stack, show.product, info.project.outputDir)
  const page = await buyers.newPage()
  await openCheckout(page, show, viewer)
  await goToPay(page)
  await payWith(page, 'succeeds')
  const listRequest = page.waitForRequest(/\/media\/[^?]+\.m3u8/)
  await page.getByRole('link', { name: word('checkout', 'door.watch') }).click()
  await expectPlaying(page)
  const playlist = (await listRequest).url()
  expect((await fetch(playlist)).status).toBe(200)

  const orders = await buyers.newPage()
  await preferEnglish(orders)
  await orders.goto('/mystuff/orders')
  const order = orders.getByRole('listitem').filter({ hasText: 'A film not wanted' })
  await order.getByRole('button', { name: new RegExp(`^${word('refunds', 'ask.action')}`) }).click()
  const asking = orders.getByRole('dialog')
  await asking.getByLabel(word('refunds', 'ask.text')).fill('I bought it by mistake.')
  await asking.getByRole('button', { name: word('refunds', 'ask.send') }).click()
  await expect(asking).toContainText(/You asked on/)

  const desk = await staff.newPage()
  await preferEnglish(desk)
  await viewerAt(desk).logIn({ id: admin.id, email: admin.email, password: factoryPassword })
  await desk.goto('/manage/refunds')
  const request = desk.getByRole('article', { name: /A film not wanted/ })
  await expect(request).toContainText('I bought it by mistake.')
  await request.getByRole('button', { name: word('refunds', 'action.approve') }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: word('refunds', 'action.approve') })
    .click()
  await expect(desk.getByText(word('refunds', 'decide.approved'))).toBeVisible()
  const approvedMs = Date.now()
  await expect.poll(async () => (await fetch(playlist)).status, { timeout: 60_000 }).not.toBe(200)
  await noteFigures(info, { closedAfterMs: Date.now() - approvedMs })
  expect((await getPlayback(stack, show.product.slug, { token: await logIn(stack, viewer) })).status).toBe(402)

  await orders.reload()
  await expect(order).toContainText(word('orders', 'status.refunded'))
  const note = order.getByRole('button', { name: new RegExp(word('orders', 'download.credit_note')) })
  const [download] = await Promise.all([orders.waitForEvent('download'), note.click()])
  const { text } = await readPdf(await readFile(await download.path()))
  expect(text).toContain('Credit note')
  expect(text).toContain('-€12.10')
  await page.goto(`/products/${show.product.slug}`)
  await expect(page.getByRole('link', { name: word('products', 'buy.other'), exact: true }).first()).toBeVisible()
})
