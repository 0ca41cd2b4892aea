import type { Page } from 'playwright/test'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { accessibilityFaults, colourRules } from '../support/a11y.ts'
import { openBrowser, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addShow } from '../support/people.ts'
import { addressOf, builtScreens, lookerOf, type Places } from '../support/screens.ts'
import { addPlaces } from '../support/places.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'

// axe on every screen that the route table says is built, in the three modes of the theme (and the dark shade of the
// back office): no violation at all.
/** The player and its states have tests of their own, with media behind them. */
const screens = builtScreens.filter(({ path }) => path !== '/player/:slug')
const looks = [
  { name: 'normal', mode: 'normal', shade: 'light' },
  { name: 'alternative', mode: 'alternative', shade: 'dark' },
  { name: 'back-office', mode: 'back-office', shade: 'light' },
] as const

const schemes = { normal: 'light', alternative: 'dark' } as Record<string, string>

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

test('every screen in every look', async () => {
  test.setTimeout(600_000)
  // Both at once: each has a browser of its own.
  const found = await Promise.all([lookAtScreens('visitor'), lookAtScreens('administrator')])
  expect(found.flat()).toEqual([])
})

async function lookAtScreens(who: 'visitor' | 'administrator'): Promise<string[]> {
  const page = pages[who]
  const found: string[] = []
  for (const row of screens.filter((each) => (lookerOf(each) === 'visitor') === (who === 'visitor'))) {
    const address = addressOf(row, places)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first(), row.path).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(address)
    for (const look of looks) {
      const isManage = row.path.startsWith('/manage')
      const shade = isManage && look.mode === 'alternative' ? 'dark' : look.shade
      const isBackOffice = look.mode === 'back-office' || /^\/(account|manage)(\/|$)/.test(row.path)
      const worn = await wear(page, { mode: look.mode, shade })
      expect([row.path, worn]).toEqual([row.path, isBackOffice ? (shade === 'dark' ? 'backOfficeDark' : 'backOffice') : schemes[look.mode]])
      // The looks are one document in other colours.
      const faults = await accessibilityFaults(page, look.name === 'normal' ? {} : { rules: colourRules })
      for (const fault of faults) found.push(`${row.path} in ${look.name}: ${fault}`)
    }
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
