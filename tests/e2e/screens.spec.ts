import type { Page } from 'playwright/test'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { accessibilityFaults, colourRules } from '../support/a11y.ts'
import { openPerson, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addShow } from '../support/people.ts'
import { addressOf, builtScreens, lookerOf, type Places } from '../support/screens.ts'
import { addPlaces } from '../support/places.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'

/** Players and their states have tests of their own, with media behind them. */
const players = new Set<string>(['/player/:slug', '/meets/:slug/recordings/:id'])
const screens = builtScreens.filter(({ path }) => !players.has(path))
const widths = [320, 600, 960, 1280, 1600, 1920]
const looks = [
  { mode: 'normal', shade: 'light' },
  { mode: 'alternative', shade: 'dark' },
  { mode: 'back-office', shade: 'light' },
] as const
const schemes = { normal: 'light', alternative: 'dark' } as Record<string, string>

/**
 * Each screen is looked at in one look a day, another one tomorrow (decision axe-by-rotation); LOOKS=all takes every
 * look, LOOK_DAY repeats a day.
 */
const { LOOKS, LOOK_DAY } = process.env
const day = Number(LOOK_DAY ?? Math.floor(Date.now() / 86_400_000))

let visitor: OwnBrowser
let administrator: OwnBrowser
let pages: { visitor: Page; administrator: Page }
let places: Places

test.beforeAll(async ({ stack, chromium }) => {
  test.setTimeout(120_000)
  const show = await addShow(stack, { sessions: [{ fromMin: 300, toMin: 360 }] })
  visitor = await openPerson(chromium, { baseUrl: stack.origin })
  administrator = await openPerson(chromium, { baseUrl: stack.origin })
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

test('every screen that the route table says is built: no fault that axe sees in its look of the day, and no sideways scrolling at the six widths of the theme [UX-028, UX-050]', async () => {
  test.setTimeout(900_000)
  // Both at once: each has a browser of its own.
  const found = await Promise.all([walk('visitor'), walk('administrator')])
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

async function walk(who: 'visitor' | 'administrator'): Promise<string[]> {
  const page = pages[who]
  const found: string[] = []
  for (const [index, row] of screens.entries()) {
    if ((lookerOf(row) === 'visitor') !== (who === 'visitor')) continue
    const address = addressOf(row, places)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first(), row.path).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(address)
    found.push(...(await faultsOf(page, row.path, index)))
    await wear(page, looks[0])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const over = await settledWidth(page)
      if (over !== '') found.push(`${row.path} at ${width} px: ${over}`)
    }
  }
  return found
}

/** Faults that axe sees: all rules in the first look, those of colours in the others, which are the same document. */
async function faultsOf(page: Page, path: string, index: number): Promise<string[]> {
  const found: string[] = []
  const chosen = LOOKS === 'all' ? looks : looks.slice((index + day) % looks.length).slice(0, 1)
  for (const [nth, look] of chosen.entries()) {
    const shade = path.startsWith('/manage') && look.mode === 'alternative' ? 'dark' : look.shade
    const isBackOffice = look.mode === 'back-office' || /^\/(account|manage)(\/|$)/.test(path)
    const worn = await wear(page, { mode: look.mode, shade })
    expect([path, worn]).toEqual([path, isBackOffice ? (shade === 'dark' ? 'backOfficeDark' : 'backOffice') : schemes[look.mode]])
    const faults = await accessibilityFaults(page, nth === 0 ? {} : { rules: colourRules })
    for (const fault of faults) found.push(`${path} in ${look.mode} (LOOK_DAY=${day}): ${fault}`)
  }
  return found
}

/** As if it had been chosen in another tab. @returns the scheme that the page wears then */
async function wear(page: Page, { mode, shade }: { mode: string; shade: string }): Promise<string | undefined> {
  return page.evaluate(
    ([one, other]) => {
      localStorage.setItem('e-events.mode', one ?? '')
      localStorage.setItem('e-events.back-office-shade', other ?? '')
      dispatchEvent(new StorageEvent('storage', { key: 'e-events.mode' }))
      for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
      return document.documentElement.dataset['mode']
    },
    [mode, shade],
  )
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
