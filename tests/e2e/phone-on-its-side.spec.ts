import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { addShow, addViewer, giveTicket, type Show } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { readPlayer } from '../support/pixels.ts'
import { preferEnglish, logInAt } from '../support/viewer.ts'
import { putVod } from '../support/vod-folder.ts'
import { word } from '../support/words.ts'

// A phone that is turned to watch: the whole screen is the picture, and a finger finds everything on it.
const side = { width: 844, height: 390 }
const run = Math.floor(Math.random() * maxRun)
let film: Show['product']

test.beforeAll(async ({ stack }) => {
  test.setTimeout(120_000)
  const { product } = await addShow(stack, {
    product: { type: 'vod', title: 'A film for the train', description: 'Seen through a window.' },
  })
  const prefix = await putVod(stack, { run, name: product.id, workDir: test.info().outputPath() })
  await stack.factories.asset({ product_id: product.id, storage_prefix: prefix, duration_ms: 10_000, rungs: ['720p', '360p'] })
  film = product
})

for (const language of ['es', 'en', 'pt'] as const) {
  test(`the picture fills the screen, the first tap shows the controls and stops nothing (${language})`, async ({ stack, browserFor }) => {
    const viewer = await addViewer(stack, language)
    await giveTicket(stack, viewer, film)
    const phone = await browserFor(`phone-${language}`, { viewport: { width: 390, height: 844 }, touch: true, language })
    const page = await phone.context.newPage()
    await preferEnglish(page)
    await logInAt(page, viewer)
    await page.goto(`/player/${film.slug}`)
    await page.setViewportSize(side)
    const stage = page.getByRole('region', { name: word('player', 'stage', language), exact: true })
    await expect.poll(async () => (await readPlayer(page))?.code?.run).toBe(run)
    await expect.poll(() => stage.boundingBox()).toEqual({ x: 0, y: 0, ...side })

    const chrome = page.getByTestId('stage-chrome')
    const pause = stage.getByRole('button', { name: word('player', 'controls.pause', language) })
    await expect(chrome).toHaveAttribute('data-hidden', 'true')
    await page.touchscreen.tap(side.width / 2, side.height / 2)
    await expect(chrome).toHaveAttribute('data-hidden', 'false')
    await expect(pause).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
    await expect(stage.getByRole('link', { name: word('player', 'back', language) })).toBeVisible()
    await expect(stage.getByRole('heading', { level: 1 })).toHaveText('A film for the train')
    // Nothing lies over it: a press there would reach it.
    await stage.getByRole('heading', { level: 1 }).click({ trial: true })
    expect(await layoutFaults(page)).toEqual([])
    // It has gone on all the time.
    const at = (await readPlayer(page))?.positionSec ?? 0
    await expect.poll(async () => (await readPlayer(page))?.positionSec).toBeGreaterThan(at)

    await pause.tap()
    await expect(stage.getByRole('button', { name: word('player', 'controls.play', language) })).toBeVisible()

    // Upright again: what is told of it stands below the picture.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('heading', { level: 2, name: word('products', 'about', language) })).toBeInViewport()
    expect(await layoutFaults(page)).toEqual([])
  })
}

/** Controls on the picture that are less than 44 pixels high or wide, or lie outside of the screen. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('section button, section a[href], section .MuiSlider-root')]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight)
      .flatMap((one) => {
        const { width, height, left, right, top, bottom } = one.getBoundingClientRect()
        const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        const name = `${one.getAttribute('aria-label') ?? one.textContent ?? ''} ${Math.round(width)}x${Math.round(height)}`
        return width >= 44 && height >= 44 && isWhole ? [] : [name]
      }),
  )
}
