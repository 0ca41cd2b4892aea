import path from 'node:path'
import { test as base } from 'playwright/test'
import { openBrowser, type BrowserOptions, type OwnBrowser } from './browsers.ts'
import { startStack, type Stack } from './stack.ts'

interface WorkerFixtures {
  /**
   * Tests that need an empty shop name one of their own (`test.use`): another name is another worker, and with it a
   * fresh stack.
   */
  shop: string
  /** The whole platform, started once; a test that failed gets a fresh one after it. */
  stack: Stack
  /** One browser for tests that only look: its pages belong to whoever opens them. */
  sharedBrowser: OwnBrowser
}

interface TestFixtures {
  /** Opens a browser of its own, closed at the end; what it said is kept where the test fails. */
  browserFor: (name: string, options?: Omit<BrowserOptions, 'baseUrl'>) => Promise<OwnBrowser>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shop: ['shared', { scope: 'worker', option: true }],
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, provide, workerInfo) => {
      const stack = await startStack({ logDir: path.join(workerInfo.project.outputDir, `services-${workerInfo.workerIndex}`) })
      await provide(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sharedBrowser: [
    async ({ stack }, provide) => {
      const browser = await openBrowser({ baseUrl: stack.origin })
      await provide(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  browserFor: async ({ stack }, provide, testInfo) => {
    const open: { name: string; browser: OwnBrowser }[] = []
    // A trace costs processor time at every step: where there are second tries, they have it.
    const isTraced = testInfo.retry > 0 || testInfo.project.retries === 0
    await provide(async (name, options) => {
      const browser = await openBrowser({ baseUrl: stack.origin, ...options })
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
