import { factoryPassword } from '../../api/src/testing/factories.ts'
import { expect, test } from '../support/e2e.ts'
import { addViewer } from '../support/people.ts'
import { addFilm, goToPay, openCheckout, payWith } from '../support/shop.ts'
import { preferEnglish, viewerAt } from '../support/viewer.ts'
import { word } from '../support/words.ts'

test('a card that was saved pays the next purchase in one step', async ({ stack, browserFor }) => {
  test.setTimeout(90_000)
  const [{ context }, viewer] = [await browserFor('buyer'), await addViewer(stack)]
  const [first, second] = [await addFilm(stack, 'A film that saves a card'), await addFilm(stack, 'A film for the saved card')]
  const page = await context.newPage()
  const paid = page.getByRole('heading', { level: 1, name: word('checkout', 'state.paid.title') })
  await openCheckout(page, first, viewer)
  await goToPay(page)
  await payWith(page, 'succeeds')
  await expect(paid).toBeVisible()

  await page.goto(`/products/${second.product.slug}/checkout`)
  await page.getByRole('radio', { name: /4242/ }).click()
  for (const consent of await page.getByRole('checkbox').all()) await consent.check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(paid).toBeVisible({ timeout: 20_000 })
  expect(await stack.knex('tickets').where({ user_id: viewer.id, product_id: second.product.id })).toHaveLength(1)
  expect(await stack.knex('orders').where({ user_id: viewer.id }).whereNotNull('card_id')).toHaveLength(1)
})

test('a disputed payment: the organizer answers, the administrator reads it, and the bank decides', async ({ stack, browserFor }) => {
  test.setTimeout(120_000)
  const [{ context: buyers }, { context: sellers }, { context: staff }] = [
    await browserFor('buyer'),
    await browserFor('seller'),
    await browserFor('admin'),
  ]
  const [show, viewer, admin] = [
    await addFilm(stack, 'A film in dispute'),
    await addViewer(stack),
    await stack.factories.admin({ locale: 'en' }),
  ]
  const page = await buyers.newPage()
  await openCheckout(page, show, viewer)
  await goToPay(page)
  const payment = page.url()
  await payWith(page, 'succeeds')
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'state.paid.title') })).toBeVisible()
  await page.goto(payment)
  await page.getByRole('button', { name: word('testPayments', 'dispute.action') }).click()
  await expect(page.getByRole('status').filter({ hasText: word('testPayments', 'dispute.state.open') })).toBeVisible()

  const desk = await sellers.newPage()
  await preferEnglish(desk)
  await viewerAt(desk).logIn(show.organizer)
  await desk.goto('/account/sales')
  const row = desk.getByRole('row', { name: /A film in dispute/ })
  await row.click()
  const detail = desk.getByRole('dialog', { name: word('salesTable', 'detail') })
  await expect(detail).toContainText('their bank holds €12.10 until it decides')
  await detail.getByLabel(word('salesTable', 'dispute.statement')).fill('The film was watched to its end.')
  await detail.getByRole('button', { name: word('salesTable', 'dispute.save') }).click()
  await expect(desk.getByText(word('salesTable', 'dispute.saved'))).toBeVisible()

  const office = await staff.newPage()
  await preferEnglish(office)
  await viewerAt(office).logIn({ id: admin.id, email: admin.email, password: factoryPassword })
  await office.goto('/manage/refunds?tab=disputes')
  const dispute = office.getByRole('listitem').filter({ hasText: 'A film in dispute' })
  await expect(dispute).toContainText(word('refunds', 'dispute.status.open'))
  await dispute.getByRole('button', { name: /^Evidence/ }).click()
  await expect(office.getByRole('dialog')).toContainText('The film was watched to its end.')

  await page.getByRole('button', { name: word('testPayments', 'dispute.lost') }).click()
  await expect(page.getByRole('status').filter({ hasText: word('testPayments', 'dispute.state.lost') })).toBeVisible()
  await office.reload()
  await expect(dispute).toContainText(word('refunds', 'dispute.status.lost'))
  await page.goto(`/products/${show.product.slug}`)
  await expect(page.getByRole('link', { name: word('products', 'buy.other'), exact: true }).first()).toBeVisible()
})
