import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { expect, test } from '../support/e2e.ts'
import { addViewer } from '../support/people.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { word } from '../support/words.ts'

// Checks the shell in a real browser: scrolling, the first moments, and what is said when the server breaks under a
// form.
test('a new page begins at its top, and Back returns to the place one left [UX-016]', async ({ sharedBrowser }) => {
  const page = await sharedBrowser.context.newPage()
  await preferEnglish(page)
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(scrolled).toBeGreaterThan(100)
  const left = await scrolled()
  await page.getByRole('contentinfo').locator('a[href^="/aviso-legal"]').first().click()
  await expect(page).toHaveURL(/aviso-legal/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (!page.url().includes('#')) await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/help$/)
  await expect.poll(async () => Math.abs((await scrolled()) - left)).toBeLessThan(60)
  await page.close()
})

test('the splash logo stands until the first screen is there [UX-017]', async ({ sharedBrowser }) => {
  const page = await sharedBrowser.context.newPage()
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/help-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/help', { waitUntil: 'commit' })
  await expect(page.locator('.splash')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.splash')).toHaveCount(0)
  await page.close()
})

test('a server that breaks under a form is said in the words of the action, and what was typed stays [ERR-019]', async ({
  stack,
  browserFor,
}) => {
  const person = await addViewer(stack)
  const page = await (await browserFor('typist')).context.newPage()
  await preferEnglish(page)
  await logInAt(page, { ...person, password: factoryPassword })
  await page.route(/\/api\/me$/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: JSON.stringify({ code: 'INTERNAL', message: 'x', requestId: 'r-1' }),
        })
      : route.continue(),
  )
  await page.goto('/account/my-data')
  const name = page.getByRole('textbox', { name: new RegExp(`^${word('account', 'general.name')}`) }).first()
  await name.fill('Verónica')
  await page
    .getByRole('button', { name: word('account', 'save'), exact: true })
    .first()
    .click()
  await expect(page.getByText('Failed to modify data').first()).toBeVisible()
  await expect(name).toHaveValue('Verónica')
})

test('every file of the build runs, whichever is asked for first [CARD-023]', async ({ stack, sharedBrowser }) => {
  const page = await sharedBrowser.context.newPage()
  const assets = fileURLToPath(new URL('../../web/dist/assets', import.meta.url))
  const files = (await readdir(assets)).filter((file) => file.endsWith('.js'))
  expect(files.length).toBeGreaterThan(50)
  await page.goto(`${stack.origin}/aviso-legal`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const broken = await page.evaluate(async (names) => {
    const failures: string[] = []
    for (const name of names)
      await import(/* @vite-ignore */ `/assets/${name}`).catch((error: unknown) => failures.push(`${name}: ${String(error)}`))
    return failures
  }, files)
  expect(broken).toEqual([])
  await page.close()
})
