// Every built screen on the real platform with the demo behind it: `npm run shots -- --real`. One contact sheet per
// screen (rows: Spanish and English, light and dark; columns: three widths), one more of the whole page where it is
// long, and one of the screen while it loads and when the api fails.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page, Route } from 'playwright'
import { createKnex } from '../../api/src/db/knex.ts'
import { writeSheet, type Cell } from '../support/contact-sheet.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { startStack } from '../support/stack.ts'
import type { Looker } from '../support/screens.ts'
import { accountOf, demoPlaces, isExpected, realScreens, type RealScreen } from './real-screens.ts'
import { heights, say, settle, type ShotWidth } from './shot-camera.ts'

/** The page is asked for once and then made wider: layouts answer to the width alone. */
const widths = [390, 960, 1440] as const satisfies readonly ShotWidth[]
/** While it loads and when it fails, a phone and a desk are enough. */
const stateWidths = [390, 1440] as const satisfies readonly ShotWidth[]
const shades = ['light', 'dark'] as const
type Shade = (typeof shades)[number]
type Language = 'es' | 'en' | 'pt'

export interface RealOptions {
  browser: Browser
  out: string
  only: readonly string[]
  languages: readonly Language[]
  /** Also while it loads, and when the api fails. */
  states: boolean
  /** A platform that runs already; without it one is started and ended. */
  running?: { base: string; databaseUrl: string } | undefined
}

/** Findings, one line each. */
export async function takeRealShots(options: RealOptions): Promise<string[]> {
  for (const folder of ['single', 'sheets']) mkdirSync(path.join(options.out, folder), { recursive: true })
  const { running } = options
  if (running) {
    const knex = createKnex(running.databaseUrl, { poolMax: 1, applicationName: 'e-events-shots' })
    try {
      return await takeAll(options, { base: running.base, screens: realScreens(await demoPlaces(knex)) })
    } finally {
      await knex.destroy()
    }
  }
  const stack = await startStack({ logDir: path.join(options.out, 'logs'), demo: true })
  try {
    return await takeAll(options, { base: stack.origin, screens: realScreens(await demoPlaces(stack.knex)) })
  } finally {
    await stack.stop()
  }
}

interface Stage {
  base: string
  screens: readonly RealScreen[]
}

async function takeAll(options: RealOptions, { base, screens }: Stage): Promise<string[]> {
  const faults = new Map<string, Set<string>>()
  const rooms = new Map<Looker, Room>()
  for (const screen of screens) {
    if (options.only.length > 0 && !options.only.some((wanted) => screen.name.startsWith(wanted))) continue
    const room = rooms.get(screen.looker) ?? (await openRoom(options.browser, { base, looker: screen.looker }))
    rooms.set(screen.looker, room)
    const note = (fault: string, where: string) => noteFault(faults, { screen, fault, where })
    await writeSheets(options.out, screen, await takeScreen(room, { options, screen, note }))
    say(screen.name)
  }
  for (const { context } of rooms.values()) await context.close()
  return [...faults].map(([fault, where]) => `${fault} [${[...where].join(' ')}]`)
}

function noteFault(faults: Map<string, Set<string>>, seen: { screen: RealScreen; fault: string; where: string }): void {
  const key = `${seen.screen.name}: ${seen.fault}`
  faults.set(key, (faults.get(key) ?? new Set()).add(seen.where))
}

/** A browser of one person. */
interface Room {
  context: BrowserContext
  page: Page
  /** Lines of the console since the last call. */
  takeNoise(): string[]
}

async function openRoom(browser: Browser, { base, looker }: { base: string; looker: Looker }): Promise<Room> {
  const context = await browser.newContext({
    baseURL: base,
    timezoneId: 'Europe/Madrid',
    locale: 'es-ES',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(45_000)
  await context.addInitScript(() => {
    localStorage.setItem('e-events.tours', '["organizer-home","new-channel","new-product"]')
    localStorage.setItem('e-events.consent', JSON.stringify({ version: 1, at: new Date().toISOString(), analytics: false }))
  })
  const page = await context.newPage()
  let noise: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') noise.push(`console: ${message.text()} ${new URL(message.location().url || base).pathname}`)
  })
  page.on('pageerror', (error) => noise.push(`page: ${error.message}`))
  const account = accountOf(looker)
  await page.goto(account ? '/login' : '/help')
  if (account) {
    await page.locator('input[type=email], input[autocomplete=username]').first().fill(account.email)
    await page.locator('input[type=password]').first().fill(account.password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL((url) => url.pathname === '/')
  }
  const takeNoise = () => {
    const said = noise
    noise = []
    return said
  }
  return { context, page, takeNoise }
}

/** Part of a long page that a sheet shows. */
const longest = 6_000

interface Picture extends Cell {
  shade: Shade
  language: Language
  kind: 'first' | 'whole' | 'loading' | 'error'
}

interface Task {
  options: RealOptions
  screen: RealScreen
  note: (fault: string, where: string) => void
}

async function takeScreen(room: Room, task: Task): Promise<Picture[]> {
  const { page } = room
  const { options, screen, note } = task
  const pictures: Picture[] = []
  room.takeNoise()
  for (const language of options.languages) {
    await open(page, { screen, language })
    for (const width of widths) {
      const where = `${width}-${language}`
      await page.setViewportSize({ width, height: heights[width] })
      if (!(await isThere(page))) note('still loading after a while', where)
      await settle(page)
      for (const fault of await layoutFaults(page)) note(fault, where)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (const shade of shades) {
        await wear(page, shade)
        pictures.push(await shoot(page, task, { kind: 'first', width, shade, language }))
        const isChosen = (language === 'es') === (shade === 'light')
        if (isChosen && height > heights[width] * 1.15) pictures.push(await shoot(page, task, { kind: 'whole', width, shade, language }))
      }
    }
    for (const line of room.takeNoise()) if (!isExpected(screen, line)) note(line, language)
  }
  if (options.states) pictures.push(...(await takeStates(room, task)))
  return pictures
}

async function takeStates({ page }: Room, task: Task): Promise<Picture[]> {
  const pictures: Picture[] = []
  const language = task.options.languages[0] ?? 'es'
  for (const [kind, answer, sign] of [
    ['loading', () => undefined, '.MuiSkeleton-root, h1'],
    ['error', refuse, '[role=alert]'],
  ] as const) {
    await page.route(isContent, answer)
    await open(page, { screen: task.screen, language })
    // Pages made of fixed words ask for nothing, and show neither.
    await page
      .locator(sign)
      .first()
      .waitFor({ timeout: 8_000 })
      .catch(() => undefined)
    await wear(page, kind === 'error' ? 'light' : 'dark')
    for (const width of stateWidths) {
      await page.setViewportSize({ width, height: heights[width] })
      pictures.push(await shoot(page, task, { kind, width, shade: kind === 'error' ? 'light' : 'dark', language }))
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return pictures
}

async function open(page: Page, { screen, language }: { screen: RealScreen; language: Language }): Promise<void> {
  await page.evaluate((code) => localStorage.setItem('e-events.language', code), language)
  await page.goto(screen.address, { waitUntil: 'domcontentloaded' })
  await page
    .locator('h1')
    .first()
    .waitFor()
    .catch(() => undefined)
}

async function shoot(page: Page, { options, screen }: Task, look: Omit<Picture, keyof Cell> & { width: ShotWidth }): Promise<Picture> {
  const { kind, width, shade, language } = look
  const file = path.join(options.out, 'single', `${screen.name}-${width}-${shade}-${language}${kind === 'first' ? '' : `-${kind}`}.png`)
  await page.screenshot({ path: file, fullPage: kind === 'whole' })
  return { file, height: kind === 'whole' ? longest : heights[width], ...look }
}

/** Requests of a screen; the viewer and the switches of the site are known. */
const isContent = (url: URL) => url.pathname.startsWith('/api/') && !/^\/api\/(v1\/)?(auth|config|realtime|me\b)/.test(url.pathname)
const refuse = (route: Route) => route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'staged' } } })

async function isThere(page: Page): Promise<boolean> {
  const shown = () => {
    const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().height > 0
    // The served page is not the app yet: it has no footer.
    const isFirst = document.documentElement.dataset['first'] !== undefined && document.querySelector('footer') === null
    return !isFirst && document.querySelector('h1') !== null && ![...document.querySelectorAll('.MuiSkeleton-root')].some(isSeen)
  }
  return page.waitForFunction(shown, undefined, { timeout: 12_000 }).then(
    () => true,
    () => false,
  )
}

/** The theme is one attribute; an area that is always the back office stays one. */
async function wear(page: Page, shade: Shade): Promise<void> {
  await page.evaluate(async (wanted) => {
    const { dataset } = document.documentElement
    const isBackOffice = dataset['mode']?.startsWith('backOffice') ?? false
    dataset['mode'] = isBackOffice ? { light: 'backOffice', dark: 'backOfficeDark' }[wanted] : wanted
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map((one) => one.finished))
  }, shade)
}

async function writeSheets(out: string, screen: RealScreen, pictures: readonly Picture[]): Promise<void> {
  const rowsOf = (kind: Picture['kind']) => {
    const rows = new Map<string, Picture[]>()
    for (const picture of pictures.filter((one) => one.kind === kind)) {
      const key = `${picture.language}-${picture.shade}`
      rows.set(key, [...(rows.get(key) ?? []), picture])
    }
    return [...rows.values()]
  }
  const sheet = (name: string) => path.join(out, 'sheets', `${screen.name}${name}.png`)
  await writeSheet(sheet(''), rowsOf('first'), 0.5)
  const whole = rowsOf('whole')
  if (whole.length > 0) await writeSheet(sheet('.whole'), [whole.flat()], 0.34)
  const states = [...rowsOf('loading'), ...rowsOf('error')]
  if (states.length > 0) await writeSheet(sheet('.states'), states, 0.4)
}
