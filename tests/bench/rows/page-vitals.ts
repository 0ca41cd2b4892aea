import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../../support/browsers.ts'
import { runProgram } from '../../support/programs.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { startBareStore } from '../lib/bare-store.ts'
import type { Bench, Row } from '../lib/bench.ts'
import type { Figure } from '../lib/figures.ts'
import { interleave } from '../lib/rounds.ts'

/** A slow phone at the end of a long line. */
const slowdown = 4
const network = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 }

/** From the arrival of a pointer to its press. */
const hoverMs = 150

interface Vitals {
  lcpMs: number
  inpMs: number
  cls: number
  /** Everything that came over the line until the page was quiet. */
  kib: number
}

/** The demo on a platform of its own, without the shows of other rows; once for both pages. */
let shop: Promise<{ origin: string; slug: string; pictures: string[] }> | undefined
function openShop(bench: Bench): Promise<{ origin: string; slug: string; pictures: string[] }> {
  shop ??= (async () => {
    bench.say('starting a platform with the demo')
    const stack = await startStack({
      logDir: path.join(bench.folder, 'shop-logs'),
      env: { SFU_RTC_MIN_PORT: '46000', SFU_RTC_MAX_PORT: '46099' },
    })
    bench.atEnd(() => stack.stop())
    await runProgramWith(stack, fileURLToPath(new URL('../../../api/src/cli/seed.ts', import.meta.url)))
    const home = (await (await fetch(`${stack.origin}/api/products`)).json()) as { items: { slug: string; posterUrl: string | null }[] }
    const pictures = home.items.flatMap(({ posterUrl }) => (posterUrl === null ? [] : [`${stack.origin}${posterUrl}`]))
    const product = home.items.find(({ posterUrl }) => posterUrl !== null)
    if (!product) throw new Error('no product of the demo has a picture')
    return { origin: stack.origin, slug: product.slug, pictures }
  })()
  return shop
}

async function runProgramWith(stack: Stack, program: string): Promise<void> {
  const given = Object.entries(stack.env).map(([name, value]) => `${name}=${value}`)
  await runProgram('/usr/bin/env', [...given, process.execPath, '--disable-warning=ExperimentalWarning', program, '--demo'], {
    timeoutMs: 300_000,
  })
}

/** Loads a page anew, in a browser that knows nothing of it, and opens its language menu. */
async function load(url: string): Promise<Vitals> {
  const browser = await openBrowser({ baseUrl: url })
  try {
    const page = await browser.context.newPage()
    const session = await browser.context.newCDPSession(page)
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    const menu = page.getByRole('button', { name: /^(Language|Idioma)/ }).first()
    await menu.waitFor({ timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    const kib = bytes / 1024
    // By the mouse and without looking for roles: what the tool works out in the page would be counted as the page's.
    const box = await menu.boundingBox()
    if (!box) throw new Error('the language menu is not on screen')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.waitForTimeout(hoverMs)
    await page.mouse.click(x, y)
    await page.locator('[role="menu"]').waitFor()
    // The next two frames bring the entries of the click itself.
    const seen = await page.evaluate(
      () =>
        new Promise<Omit<Vitals, 'kib'>>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => setTimeout(() => resolve((globalThis as unknown as { vitals: Omit<Vitals, 'kib'> }).vitals), 300)),
          ),
        ),
    )
    return { ...seen, kib }
  } finally {
    await browser.close()
  }
}

/** Runs in the page before anything else. */
function observe(): void {
  const vitals = { lcpMs: 0, inpMs: 0, cls: 0 }
  Object.assign(globalThis, { vitals })
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit)
  watch('largest-contentful-paint', (entry) => (vitals.lcpMs = entry.startTime))
  watch('event', (entry) => {
    if ((entry as PerformanceEntry & { interactionId?: number }).interactionId) vitals.inpMs = Math.max(vitals.inpMs, entry.duration)
  })
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) vitals.cls += shift.value
  })
}

function vitalsRow(name: 'home' | 'product'): Row {
  const title = name === 'home' ? 'Home page' : 'Product page'
  return {
    id: `vitals-${name}`,
    title: `${title} in a slow browser`,
    async measure(bench) {
      const { origin, slug, pictures } = await openShop(bench)
      const bare = await startBareStore(pictures)
      try {
        const address = `${origin}${name === 'home' ? '/' : `/products/${slug}`}`
        await load(address)
        const ours: Vitals[] = []
        const baseline: Vitals[] = []
        const side = (list: Vitals[], url: string) => async () => {
          const seen = await load(url)
          list.push(seen)
          return seen.lcpMs
        }
        await interleave(bench, `vitals-${name}`, { ours: side(ours, address), baseline: side(baseline, bare.origin) })
        const figure = (what: string, unit: string, key: keyof Vitals, oursAtMost?: number): Figure => ({
          name: `${title}: ${what}`,
          unit,
          ours: ours.map((seen) => seen[key]),
          baseline: baseline.map((seen) => seen[key]),
          goal: oursAtMost === undefined ? {} : { oursAtMost },
        })
        return {
          figures: [
            {
              ...figure('largest paint', 'ms', 'lcpMs', 1_200),
              note: `first visit, processor slowed down ${slowdown} times, ${network.latency} ms round trip, against a bare page of React and MUI with the same pictures; the interaction is the opening of the language menu, by the mouse`,
            },
            figure('interaction to next paint', 'ms', 'inpMs', 100),
            figure('layout shift', 'score', 'cls', 0.02),
            figure('bytes until it is quiet', 'KiB', 'kib'),
          ],
        }
      } finally {
        await bare.close()
      }
    },
  }
}

export const vitalsRows: readonly Row[] = [vitalsRow('home'), vitalsRow('product')]
