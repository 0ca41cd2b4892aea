import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright/test'

export interface BrowserOptions {
  baseUrl: string
  args?: readonly string[]
  permissions?: readonly string[]
  viewport?: { width: number; height: number }
  /** Pixels of a picture per pixel of the page. */
  pictureScale?: number
  language?: 'es' | 'en' | 'pt'
  /** A finger in place of a mouse. */
  touch?: boolean
}

export interface OwnBrowser {
  context: BrowserContext
  /** Lines of the consoles and of failed pages, oldest first. */
  lines: string[]
  close(): Promise<void>
}

const steadyArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  // Every few seconds a sender tries out what its line would carry beyond what it sends. On busy cores that measures
  // the cores, and the largest picture is left out for seconds.
  '--force-fieldtrials=WebRTC-Bwe-ProbingConfiguration/alr_interval:1000s/',
]

/**
 * A Chromium of its own with a fresh profile: the whole browser, which capture of screens and sound needs. Playwright
 * starts its new headless mode only when told not to add its own.
 */
export async function openBrowser(options: BrowserOptions): Promise<OwnBrowser> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'e-events-browser-'))
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions(options.args), ...contextOptions(options) })
  const { lines } = await prepare(context)
  return {
    context,
    lines,
    async close() {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/**
 * A Chromium for many people: each gets cookies, storage and a cache of their own, and no flags. Where there is one, it
 * is the headless shell: a page takes half to two thirds of the processor time.
 */
export async function openChromium(): Promise<Browser> {
  const { HEADLESS_SHELL_BIN: executablePath } = process.env
  return chromium.launch(executablePath ? { headless: false, executablePath, args: ['--headless', ...steadyArgs] } : launchOptions())
}

/** Somebody new in a running Chromium. */
export async function openPerson(browser: Browser, options: Omit<BrowserOptions, 'args'>): Promise<OwnBrowser> {
  const context = await browser.newContext(contextOptions(options))
  const { lines } = await prepare(context)
  return { context, lines, close: () => context.close() }
}

const launchOptions = (args: readonly string[] = []) => ({
  headless: false,
  ...(process.env['CHROMIUM_BIN'] ? { executablePath: process.env['CHROMIUM_BIN'] } : {}),
  args: ['--headless=new', ...steadyArgs, ...args],
})

const contextOptions = (options: BrowserOptions) => ({
  viewport: options.viewport ?? { width: 1280, height: 720 },
  ...(options.pictureScale ? { deviceScaleFactor: options.pictureScale } : {}),
  ...(options.touch ? { hasTouch: true, isMobile: true } : {}),
  locale: { es: 'es-ES', en: 'en-GB', pt: 'pt-PT' }[options.language ?? 'en'],
  timezoneId: 'Europe/Madrid',
  baseURL: options.baseUrl,
  permissions: [...(options.permissions ?? [])],
  reducedMotion: 'reduce' as const,
})

async function prepare(context: BrowserContext): Promise<{ lines: string[] }> {
  // Somebody who has been asked about cookies and shown around; tests of these remove it.
  await context.addInitScript(() => {
    if (localStorage.getItem('e-events.tours') === null)
      localStorage.setItem('e-events.tours', '["organizer-home","new-channel","new-product"]')
    if (localStorage.getItem('e-events.consent') === null)
      localStorage.setItem('e-events.consent', JSON.stringify({ version: 1, at: new Date().toISOString(), analytics: false }))
  })
  const lines: string[] = []
  context.on('console', (message) =>
    lines.push(`${new Date().toISOString()} ${message.type()} ${message.text()} ${message.location().url}`),
  )
  context.on('weberror', (error) => lines.push(`${new Date().toISOString()} weberror ${error.error().stack ?? String(error.error())}`))
  return { lines }
}

/**
 * A page in a window of its own whose content has exactly this size: that is what a capture of its tab gets. The size
 * that Playwright sets is only what a page is told.
 */
export async function openWindow(context: BrowserContext, url: string, size: { width: number; height: number }): Promise<Page> {
  const opener = context.pages()[0] ?? (await context.newPage())
  const opened = context.waitForEvent('page')
  await opener.evaluate(({ url, size }) => void window.open(url, '_blank', `popup,noopener,width=${size.width},height=${size.height}`), {
    url,
    size,
  })
  const page = await opened
  await page.setViewportSize(size)
  return page
}
