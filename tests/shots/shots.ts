// Photographs screens at three widths, light and dark, in Spanish and English, for people to look at. Pictures:
// test-results/shots. `npm run shots` plays the api from the demo's catalogue, which can be put into any state; `--base
// http://127.0.0.1:8080` uses a running platform (then only screens that need no staged state are taken). `npm run
// shots -- --real` walks every built screen on a platform of its own with the demo behind it (or on the one at --base,
// whose database DATABASE_URL names), and composes contact sheets; `--states` adds each while it loads and when the api
// fails. `--only home,help` takes those screens, `--lang pt` that language.
import type { Language } from '@e-events/shared/domain/language.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { layoutFaults } from '../support/layout-faults.ts'
import { createFixtureApi, defaultScenario, type Scenario } from './fixture-api.ts'
import { takeRealShots } from './real-shots.ts'
import { heights, openCamera, say, settle } from './shot-camera.ts'
import { shots } from './shot-list.ts'
import type { Shot } from './shot.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    real: { type: 'boolean', default: false },
    states: { type: 'boolean', default: false },
    base: { type: 'string' },
    only: { type: 'string' },
    lang: { type: 'string' },
    out: { type: 'string', default: path.join(root, 'test-results/shots') },
  },
})
const only = options.only?.split(',') ?? []
const languages = (['es', 'en', 'pt'] as const).filter((language) => (options.lang ?? 'es,en').split(',').includes(language))

async function main(): Promise<number> {
  mkdirSync(options.out, { recursive: true })
  const browser = await openCamera()
  try {
    const faults = options.real ? await takeReal(browser) : await takePlayed(browser)
    say(...faults, faults.length === 0 ? 'no faults seen by axe, the console or the layout' : `${faults.length} faults`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await browser.close()
  }
}

function takeReal(browser: Browser): Promise<string[]> {
  const databaseUrl = process.env['DATABASE_URL']
  if (options.base && !databaseUrl) throw new Error('DATABASE_URL must name the database of the platform at --base')
  return takeRealShots({
    browser,
    out: options.out,
    only,
    languages,
    states: options.states,
    running: options.base && databaseUrl ? { base: options.base, databaseUrl } : undefined,
  })
}

async function takePlayed(browser: Browser): Promise<string[]> {
  const stage = options.base ? undefined : await startStage()
  const base = options.base ?? stage?.base ?? ''
  const faults: string[] = []
  try {
    for (const shot of shots) {
      if (only.length > 0 && !only.some((name) => shot.name.startsWith(name))) continue
      if (options.base && shot.scenario) continue
      const prepare = (language: Language) => stage && Object.assign(stage.scenario, defaultScenario, { language }, shot.scenario)
      faults.push(...(await take(browser, { base, shot, prepare })))
    }
  } finally {
    stage?.close()
  }
  return faults
}

interface Take {
  base: string
  shot: Shot
  /** Puts the played api into the state that the picture needs. */
  prepare: (language: Language) => unknown
}

async function take(browser: Browser, { base, shot, prepare }: Take): Promise<string[]> {
  const faults: string[] = []
  for (const width of shot.widths ?? ([390, 960, 1440] as const))
    for (const mode of shot.modes ?? (['light', 'dark'] as const))
      for (const language of options.lang ? languages : (shot.languages ?? (['es', 'en'] as const))) {
        prepare(language)
        const name = `${shot.name}-${width}-${mode}-${language}`
        const context = await openContext(browser, { base, shot, width, mode, language })
        const page = await context.newPage()
        page.on('console', (message) => {
          if (message.type() === 'error' && !isExpected(message.text(), shot)) faults.push(`${name}: console: ${message.text()}`)
        })
        page.on('pageerror', (error) => faults.push(`${name}: ${error.message}`))
        await page.goto(`${base}${shot.path}`)
        await shot.ready(page)
        await shot.act?.(page)
        await settle(page)
        faults.push(...(await inspect(page, name)))
        await page.screenshot({ path: path.join(options.out, `${name}.png`), fullPage: !shot.viewport })
        await context.close()
        say(name)
      }
  return faults
}

interface ContextOptions {
  base: string
  shot: Shot
  width: 390 | 960 | 1440
  mode: 'light' | 'dark'
  language: 'es' | 'en' | 'pt'
}

async function openContext(browser: Browser, { shot, width, mode, language }: ContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: heights[width] },
    timezoneId: shot.timeZone ?? 'Europe/Madrid',
    locale: language,
    reducedMotion: 'reduce',
    isMobile: width === 390,
    hasTouch: width === 390,
  })
  context.setDefaultTimeout(90_000)
  await context.addInitScript(
    ([storedMode, storedLanguage, isUser, isAsked]) => {
      // A player of another site has a storage of its own, or none.
      if (top !== self) return
      localStorage.setItem('e-events.mode', storedMode)
      localStorage.setItem('e-events.language', storedLanguage)
      if (isUser) localStorage.setItem('e-events.session', '1')
      localStorage.setItem('e-events.tours', '["organizer-home"]')
      if (!isAsked) localStorage.setItem('e-events.consent', JSON.stringify({ version: 1, at: new Date().toISOString(), analytics: false }))
    },
    [mode === 'dark' ? 'alternative' : 'normal', language, shot.user === true, shot.consent === true] as const,
  )
  return context
}

async function inspect(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const misplaced = await layoutFaults(page)
  return [
    ...violations.map(({ id, nodes }) => `${name}: axe ${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`),
    ...misplaced.map((fault) => `${name}: ${fault}`),
  ]
}

/** A staged failure makes the browser note it; the fixture has no realtime socket. */
function isExpected(text: string, shot: Shot): boolean {
  return /realtime|WebSocket/.test(text) || (shot.scenario !== undefined && /status of (4|5)\d\d/.test(text))
}

async function startStage(): Promise<{ base: string; scenario: Scenario; close: () => void }> {
  const { server, scenario } = createFixtureApi(new Date())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiPort = (server.address() as AddressInfo).port
  const gatewayPort = apiPort + 1
  const gateway = spawn(process.execPath, [path.join(root, 'scripts/gateway.mjs')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, API_PORT: String(apiPort), GATEWAY_PORT: String(gatewayPort) },
  })
  // Whatever ends this process ends the gateway, a fault of the played api or Ctrl-C included.
  process.once('exit', () => gateway.kill())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  const base = `http://127.0.0.1:${gatewayPort}`
  await untilHealthy(base, gateway)
  return {
    base,
    scenario,
    close: () => {
      gateway.kill()
      server.close()
      server.closeAllConnections()
    },
  }
}

async function untilHealthy(base: string, gateway: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + 20_000
  for (;;) {
    const isUp = await fetch(`${base}/healthz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isUp) return
    if (gateway.exitCode !== null || Date.now() > deadlineMs) throw new Error('the gateway did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

process.exitCode = await main()
