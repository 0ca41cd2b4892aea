// Photographs every screen of the store at three widths, light and dark, in Spanish and English, for people to look at.
// `npm run shots` plays the api from the demo's catalogue; `npm run shots -- --base http://127.0.0.1:8080` uses a running platform
// (then only screens that need no staged state are taken). `--only home` takes one screen. Pictures: test-results/shots.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { createFixtureApi, defaultScenario, type Scenario } from './fixture-api.ts'
import { shots, type Shot } from './shot-list.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: { base: { type: 'string' }, only: { type: 'string' }, out: { type: 'string', default: path.join(root, 'test-results/shots') } },
})
const heights = { 390: 844, 960: 900, 1440: 900 } as const

async function main(): Promise<number> {
  mkdirSync(options.out, { recursive: true })
  const stage = options.base ? undefined : await startStage()
  const base = options.base ?? stage?.base ?? ''
  const browser = await chromium.launch({
    ...(process.env['CHROMIUM_BIN'] ? { executablePath: process.env['CHROMIUM_BIN'] } : {}),
    args: ['--no-sandbox', '--force-color-profile=srgb', '--font-render-hinting=none'],
  })
  const faults: string[] = []
  try {
    for (const shot of shots) {
      if (options.only && !shot.name.startsWith(options.only)) continue
      if (options.base && shot.scenario) continue
      const prepare = () => stage && Object.assign(stage.scenario, defaultScenario, shot.scenario)
      faults.push(...(await take(browser, { base, shot, prepare })))
    }
  } finally {
    await browser.close()
    stage?.close()
  }
  say(...faults, faults.length === 0 ? 'no faults seen by axe, the console or the layout' : `${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

interface Take {
  base: string
  shot: Shot
  /** Puts the played api into the state that the picture needs. */
  prepare: () => unknown
}

async function take(browser: Browser, { base, shot, prepare }: Take): Promise<string[]> {
  const faults: string[] = []
  for (const width of shot.widths ?? ([390, 960, 1440] as const))
    for (const mode of shot.modes ?? (['light', 'dark'] as const))
      for (const language of shot.languages ?? (['es', 'en'] as const)) {
        prepare()
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

/** Pictures loaded, letters there, nothing under way. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
}

async function inspect(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return [
    ...violations.map(({ id, nodes }) => `${name}: axe ${id}: ${nodes.map((node) => node.html.slice(0, 140)).join(' | ')}`),
    ...(sideways > 0 ? [`${name}: scrolls sideways by ${sideways} px`] : []),
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
