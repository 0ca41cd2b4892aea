import type { BrowserContext, Page } from 'playwright/test'
import { expect, test } from '../support/e2e.ts'
import type { Stack } from '../support/stack.ts'

// The first picture and words of a page come with the page itself (web/src/app/first-frame); a moment later the app
// draws the same over them.

// The home page begins with what others left on air or upcoming, with or without a picture.
test.use({ shop: 'first-frame' })

/** Elements that both draw, by the text of either. */
const parts = {
  home: {
    picture: ['.first-art img', '#content section img'],
    title: ['.first h1', '#content h1'],
    text: ['.first-words > p', '#content h1 + p'],
    facts: ['.first-facts', '#content h1 + p + div'],
    way: ['.first-go a', '#content h1 + p + div + div > a'],
    date: ['.first-over', '#content section div:has(+ h1) > span'],
    brand: ['.first header a', '#root header a'],
  },
  product: {
    picture: ['.first-art img', '#content img'],
    title: ['.first h1', '#content h1'],
    text: ['.first-words > p', '#content h1 + div + p'],
    state: ['.first-chip', '#content div:has(+ h1) > div'],
    channel: ['.first-channel', '#content h1 + div'],
    crumbs: ['.first-crumbs', '#content nav'],
    brand: ['.first header a', '#root header a'],
  },
} as const
type PageKind = keyof typeof parts

async function openShop(stack: Stack): Promise<{ slug: string; picture: string }> {
  const picture = await stack.factories.picture()
  const product = await stack.factories.product({
    title: 'Anatomía de una canción larga',
    short_description: 'Un concierto que se explica mientras suena: escenario y pizarra a la vez, y tú eliges qué mirar en cada momento.',
    hero_file_id: picture.id,
  })
  const address = `/api/files/${picture.id}`
  // Written past the api: heads that are kept for a second do not know of it yet.
  // The home page may begin with another product.
  for (const [path, known] of [
    ['/', '/api/files/'],
    [`/products/${product.slug}`, address],
  ] as const)
    await expect.poll(async () => (await fetch(new URL(path, stack.origin))).text()).toContain(known)
  return { slug: product.slug, picture: address }
}

/**
 * A picture of any size, so that none has to be uploaded; counted, because the same one must not be asked for twice.
 */
async function servePictures(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route('**/api/files/**', (route) => {
    asked.push(new URL(route.request().url()).pathname + new URL(route.request().url()).search)
    return route.fulfill({
      contentType: 'image/svg+xml',
      headers: { 'cache-control': 'max-age=600' },
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#246"/></svg>',
    })
  })
  return asked
}

/** The app's own script comes when `release` is called. */
async function hold(page: Page): Promise<() => void> {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

const boxes = (page: Page, kind: PageKind, drawnBy: 'frame' | 'app') =>
  page.evaluate(
    ({ selectors }) =>
      Object.fromEntries(
        selectors.map(([part, selector]) => {
          const element = document.querySelector(selector)
          const box = element?.getBoundingClientRect()
          const rounded = box && [box.x, box.y, box.width, box.height].map((side) => Math.round(side * 2) / 2)
          return [
            part,
            { box: rounded, shown: element instanceof HTMLImageElement ? element.currentSrc : element && getComputedStyle(element).color },
          ]
        }),
      ),
    {
      selectors: Object.entries<readonly [frame: string, app: string]>(parts[kind]).map(
        ([part, [frame, app]]) => [part, drawnBy === 'frame' ? frame : app] as const,
      ),
    },
  )

for (const [width, height] of [
  [390, 844],
  [1_000, 800],
  [1_440, 900],
] as const)
  test(`what is seen first stays where it is when the app takes over, ${width} pixels wide [CAT-001] [CAT-004]`, async ({
    stack,
    browserFor,
  }) => {
    const { slug, picture } = await openShop(stack)
    const { context, lines } = await browserFor(`frame-${width}`, { viewport: { width, height } })
    const asked = await servePictures(context)
    for (const kind of ['home', 'product'] as const) {
      asked.length = 0
      const page = await context.newPage()
      await page.emulateMedia({ colorScheme: kind === 'home' ? 'light' : 'dark' })
      await page.addInitScript(() => {
        const seen = { shift: 0 }
        Object.assign(globalThis, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const release = await hold(page)
      await page.goto(kind === 'home' ? '/' : `/products/${slug}`, { waitUntil: 'commit' })
      await expect(page.locator('.first-ready h1')).toBeVisible()
      await expect(page.locator('.first-art img')).toHaveJSProperty('complete', true)
      if (kind === 'product') await expect(page.locator('.first h1')).toHaveText('Anatomía de una canción larga')
      const first = await boxes(page, kind, 'frame')
      release()
      await expect(page.locator('.first')).toHaveCount(0)
      await expect(page.locator('#content h1')).toBeVisible()
      expect(await boxes(page, kind, 'app')).toEqual(first)
      expect(await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(0.02)
      if (kind === 'product') expect(asked.filter((address) => address.startsWith(picture))).toHaveLength(1)
      await page.close()
    }
    expect(lines.filter((line) => / (warning|error|weberror) /.test(line) && !line.includes('localStorage'))).toEqual([])
  })

test('a reader of another language sees the picture first, and the words in their language when the app is there', async ({
  stack,
  browserFor,
}) => {
  const { slug } = await openShop(stack)
  const { context } = await browserFor('reader')
  await servePictures(context)
  await context.addInitScript(() => localStorage.setItem('e-events.language', 'pt'))
  const page = await context.newPage()
  const release = await hold(page)
  await page.goto(`/products/${slug}`, { waitUntil: 'commit' })
  await expect(page.locator('.first-art img')).toBeVisible()
  expect(await page.locator('.first').innerText()).not.toContain('Anatomía')
  release()
  await expect(page.locator('#content h1')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
})

test('a picture that is missing is drawn in the first frame, and by the app from its first drawing on', async ({ stack, browserFor }) => {
  const { slug } = await stack.factories.product({ title: 'Sin cartel' })
  const { context } = await browserFor('drawn')
  const page = await context.newPage()
  const release = await hold(page)
  await page.goto(`/products/${slug}`, { waitUntil: 'commit' })
  const inFrame = page.locator('.first-art img')
  await expect(inFrame).toHaveAttribute('src', /^data:image\/svg/)
  const drawn = await inFrame.getAttribute('src')
  const seen = await page.evaluateHandle(() => {
    const sources: (string | undefined)[] = []
    new MutationObserver(() => {
      const picture = document.querySelector<HTMLImageElement>('#content img')
      if (picture && sources.at(-1) !== picture.src) sources.push(picture.src)
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
    return sources
  })
  release()
  await expect(page.locator('#content h1')).toHaveText('Sin cartel')
  expect(await seen.jsonValue()).toEqual([drawn])
})

test('an api that goes away under the first frame is said, and a page without a frame comes as ever', async ({ stack, browserFor }) => {
  const { slug } = await openShop(stack)
  const { context } = await browserFor('outage')
  await servePictures(context)
  const page = await context.newPage()
  await page.route(/\/api\/products\//, (route) => route.abort())
  await page.goto(`/products/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: 'No hemos podido cargar este evento' })).toBeVisible()
  await expect(page.locator('.first')).toHaveCount(0)
  await page.unroute(/\/api\/products\//)
  // As a page comes whose head the gateway could not get.
  await page.route(`**/products/${slug}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/<script type="application\/json" id="first-frame">.*?<\/script>/s, '')
    expect(body).not.toContain('"page":"product"')
    await route.fulfill({ response: answer, body })
  })
  await page.goto(`/products/${slug}`)
  await expect(page.locator('#content h1')).toHaveText('Anatomía de una canción larga')
})
