import path from 'node:path'
import { test as base, type Browser } from 'playwright/test'
import { openBrowser, openChromium, openPerson, type BrowserOptions, type OwnBrowser } from './browsers.ts'
import { startStack, type Stack } from './stack.ts'

interface WorkerFixtures {
  /**
   * Tests that need an empty shop name one of their own (`test.use`): another name is another worker, and with it a
   * fresh stack.
   */
  shop: string
  /** Its PostgreSQL may be ended: nobody else's data lie in it. */
  ownDatabase: boolean
  /** The whole platform, started once; a test that failed gets a fresh one after it. */
  stack: Stack
  /** One Chromium for everybody who needs no flags of their own. */
  chromium: Browser
  /** One person for tests that only look: its pages belong to whoever opens them. */
  sharedBrowser: OwnBrowser
}

interface TestFixtures {
  /**
   * Somebody with cookies, storage and a cache of their own, and with a Chromium of their own where it needs flags.
   * Closed at the end; what it said is kept where the test fails.
   */
  browserFor: (name: string, options?: Omit<BrowserOptions, 'baseUrl'>) => Promise<OwnBrowser>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: ['shared', { scope: 'worker', option: true }],
  ownDatabase: [false, { scope: 'worker', option: true }],
  stack: [
    async ({ ownDatabase }, provide, workerInfo) => {
      const logDir = path.join(workerInfo.project.outputDir, `services-${workerInfo.workerIndex}`)
      // Screens say things about a film, and nobody judges its pictures: shows have the preset of an installation.
      const env: Record<string, string> = workerInfo.project.name === 'screens' ? { X264_PRESET: 'ultrafast' } : {}
      const stack = await startStack({ logDir, ownDatabase, env })
      await provide(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  chromium: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, provide) => {
      const chromium = await openChromium()
      await provide(chromium)
      await chromium.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sharedBrowser: [
    async ({ stack, chromium }, provide) => {
      const browser = await openPerson(chromium, { baseUrl: stack.origin })
      await provide(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  browserFor: async ({ stack, chromium }, provide, testInfo) => {
    const open: { name: string; browser: OwnBrowser }[] = []
    // A trace costs processor time at every step: where there are second tries, they have it.
    const isTraced = testInfo.retry > 0 || testInfo.project.retries === 0
    await provide(async (name, options) => {
      const all = { baseUrl: stack.origin, ...options }
      const browser = await (all.args ? openBrowser(all) : openPerson(chromium, all))
      if (isTraced) await browser.context.tracing.start({ screenshots: false, snapshots: true })
      open.push({ name, browser })
      return browser
    })
    const failed = testInfo.status !== testInfo.expectedStatus
    for (const { name, browser } of open) {
      if (failed) {
        for (const [index, page] of browser.context.pages().entries()) {
          await page.screenshot({ path: testInfo.outputPath(`${name}-${index}.png`), timeout: 10_000 }).catch(() => undefined)
        }
        if (isTraced) await browser.context.tracing.stop({ path: testInfo.outputPath(`${name}-trace.zip`) }).catch(() => undefined)
        await testInfo.attach(`${name} console`, { body: browser.lines.join('\n'), contentType: 'text/plain' })
      }
      await browser.close()
    }
  },
})

export { expect } from 'playwright/test'
