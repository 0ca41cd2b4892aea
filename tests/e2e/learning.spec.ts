import { openPerson } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addOrganizer, addViewer } from '../support/people.ts'
import { goToPay, makePlayable, openCheckout, payWith } from '../support/shop.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { pattern, word } from '../support/words.ts'

const built = (key: string) => word('curriculum', key)
const learned = (key: string) => word('courses', key)

test('a course is built with a video lesson, bought, watched to its end, and counts as watched', async ({
  stack,
  chromium,
  browserFor,
}) => {
  test.setTimeout(240_000)
  const organizer = await addOrganizer(stack)
  const channel = await stack.factories.channel({ owner_id: organizer.id })
  const film = await stack.factories.product(
    { channel_id: channel.id, type: 'vod', status: 'draft', title: 'Film of the lesson' },
    { sessions: 0 },
  )
  await makePlayable(stack, film, test.info().outputPath('film'))
  const paid = { plan: 'paid', net_price_minor: 1_000, tax_basis_points: 2_100 } as const
  const course = await stack.factories.product(
    { channel_id: channel.id, type: 'course', title: 'Course of tests', ...paid },
    { sessions: 0 },
  )

  const desk = await openPerson(chromium, { baseUrl: stack.origin })
  try {
    const page = await desk.context.newPage()
    page.setDefaultTimeout(30_000)
    await preferEnglish(page)
    await logInAt(page, organizer)
    await page.goto(`/account/channels/${channel.slug}/courses/${course.slug}?step=modules`)
    await page.getByLabel(built('module.new')).fill('First steps')
    await page.getByRole('button', { name: built('module.add') }).click()
    const module = page.getByRole('region', { name: 'First steps' })
    await expect(module).toBeVisible()
    await page.goto(`/account/channels/${channel.slug}/courses/${course.slug}?step=lessons`)
    for (const title of ['See it', 'See it again']) {
      await module.getByRole('button', { name: built('lesson.add') }).click()
      await page.getByRole('textbox', { name: built('lesson.title') }).fill(title)
      await page.getByRole('radio', { name: built('way.own.video') }).check()
      await page.getByRole('combobox', { name: built('source.video') }).click()
      await page.getByRole('option', { name: 'Film of the lesson' }).click()
      await page.getByRole('button', { name: built('lesson.save') }).click()
      await expect(module.getByRole('button', { name: new RegExp(`^${title} Film`) })).toBeVisible()
    }
    // By keyboard: the second lesson goes first.
    const handle = page.getByRole('button', { name: built('drag.handle').replace('{name}', 'See it again'), exact: true })
    await handle.focus()
    await page.keyboard.press('Space')
    const over = (place: string) => built('drag.over').replace('{name}', 'See it again').replace('{place}', place).replace('{total}', '2')
    await expect(page.getByText(over('2'))).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText(over('1'))).toBeAttached()
    await page.keyboard.press('Space')
    const modules = stack.knex('course_modules').where({ product_id: course.id }).select('id')
    const rows = () => stack.knex('lessons').whereIn('module_id', modules).orderBy('position').pluck('title')
    await expect.poll(rows, { timeout: 15_000 }).toEqual(['See it again', 'See it'])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.screenshot({ path: test.info().outputPath('curriculum-360.png'), fullPage: true })
  } finally {
    await desk.close()
  }

  const page = await (await browserFor('learner')).context.newPage()
  page.setDefaultTimeout(30_000)
  await openCheckout(page, { product: course }, await addViewer(stack))
  await goToPay(page)
  await payWith(page, 'succeeds')
  await expect(
    page
      .getByRole('link', { name: /./ })
      .and(page.locator(`[href="/courses/${course.slug}"]`))
      .first(),
  ).toBeVisible()
  await page.goto(`/courses/${course.slug}`)
  await page.getByRole('link', { name: learned('start') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'See it again' })).toBeVisible()
  const played = () => page.locator('video').evaluateAll((all) => Math.max(0, ...all.map((one) => (one as HTMLVideoElement).currentTime)))
  await expect.poll(played, { timeout: 40_000 }).toBeGreaterThan(1)
  await page.screenshot({ path: test.info().outputPath('lesson.png') })
  // Ten seconds of film: seen to its end it is reported at once.
  await expect(page.getByText(pattern(learned('room.rate')))).toBeVisible({ timeout: 40_000 })
  await page.goto(`/courses/${course.slug}`)
  await expect(page.getByRole('progressbar', { name: pattern(learned('progressOf')) })).toHaveAttribute('aria-valuenow', '50')
  await page.screenshot({ path: test.info().outputPath('course.png') })
  await page.goto('/mystuff/products')
  await expect(page.getByRole('heading', { name: learned('begun') })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('mystuff.png') })
})
