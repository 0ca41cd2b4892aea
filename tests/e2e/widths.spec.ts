import type { Page } from 'playwright/test'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { openBrowser, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addShow } from '../support/people.ts'
import { addPlaces } from '../support/places.ts'
import { addressOf, builtScreens, lookerOf, type Places } from '../support/screens.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'

/** The player has tests of its own, with media behind it. */
const screens = builtScreens.filter(({ path }) => path !== '/player/:slug')
const widths = [320, 600, 960, 1280, 1600, 1920]

let visitor: OwnBrowser
let administrator: OwnBrowser
let pages: { visitor: Page; administrator: Page }
let places: Places

test.beforeAll(async ({ stack }) => {
  test.setTimeout(120_000)
  const show = await addShow(stack, { sessions: [{ fromMin: 300, toMin: 360 }] })
  visitor = await openBrowser({ baseUrl: stack.origin })
  administrator = await openBrowser({ baseUrl: stack.origin })
  pages = { visitor: await visitor.context.newPage(), administrator: await administrator.context.newPage() }
  await preferEnglish(pages.visitor)
  await preferEnglish(pages.administrator)
  const admin = await stack.factories.admin({ locale: 'en', public_profile: true })
  places = await addPlaces(stack, show, admin.id)
  await logInAt(pages.administrator, { id: admin.id, email: admin.email, password: factoryPassword })
})
test.afterAll(async () => {
  await Promise.all([visitor?.close(), administrator?.close()])
})

test('no screen scrolls sideways, at the six widths of the theme [UX-028]', async () => {
  test.setTimeout(600_000)
  const found = await Promise.all([widenScreens('visitor'), widenScreens('administrator')])
  expect(found.flat()).toEqual([])
})

test('at 960 px the bar has the places of the menu', async () => {
  const page = pages.visitor
  await page.setViewportSize({ width: 960, height: 700 })
  await page.goto('/')
  const menu = page.getByRole('banner').getByRole('navigation')
  for (const name of ['Home', 'Live', 'Schedule', 'On demand']) await expect(menu.getByRole('link', { name })).toBeVisible()
  const isCut = await page.getByRole('banner').evaluate((bar) => bar.scrollWidth > bar.clientWidth)
  expect(isCut).toBe(false)
})

async function widenScreens(who: 'visitor' | 'administrator'): Promise<string[]> {
  const page = pages[who]
  const found: string[] = []
  for (const row of screens.filter((each) => (lookerOf(each) === 'visitor') === (who === 'visitor'))) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(addressOf(row, places))
    await expect(page.getByRole('heading', { level: 1 }).first(), row.path).toBeVisible()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const over = await settledWidth(page)
      if (over !== '') found.push(`${row.path} at ${width} px: ${over}`)
    }
  }
  return found
}

/**
 * Components that ask for the width in script follow the new one a moment later: too wide is what is so for two
 * seconds.
 */
async function settledWidth(page: Page): Promise<string> {
  const end = Date.now() + 2_000
  let over = await page.evaluate(widest)
  while (over !== '' && Date.now() < end) {
    await page.waitForTimeout(100)
    over = await page.evaluate(widest)
  }
  return over
}

/** In the page: by how much it scrolls sideways, and the innermost element that reaches farthest. */
function widest(): string {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return ''
  const reach = (element: Element) => element.getBoundingClientRect().right
  const isClipped = (element: Element): boolean => {
    const { position } = getComputedStyle(element)
    const from = position === 'absolute' && element instanceof HTMLElement ? element.offsetParent : element.parentElement
    return from !== null && from !== document.body && (getComputedStyle(from).overflowX !== 'visible' || isClipped(from))
  }
  const far = [...document.body.querySelectorAll('*')].filter((element) => reach(element) > clientWidth + 1 && !isClipped(element))
  const innermost = far.filter((element) => !far.some((other) => other !== element && element.contains(other)))
  return `${scrollWidth - clientWidth} px too wide: ${innermost.map((element) => element.outerHTML.slice(0, 160)).join(' | ')}`
}
