import path from 'node:path'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { openBrowser } from '../support/browsers.ts'
import { linkIn } from '../support/mailbox.ts'
import type { Person } from '../support/people.ts'
import type { Stack } from '../support/stack.ts'
import { preferLanguage } from '../support/viewer.ts'
import { word, type TestLanguage } from '../support/words.ts'
import { expect, type Page } from 'playwright/test'
import { call, logIn } from '../support/api-calls.ts'
import { createCamera, frame, pictureScale, type Camera } from './tutorial-camera.ts'

export interface Scene {
  stack: Stack
  language: TestLanguage
  page: Page
  camera: Camera
  /** A word that the application shows, in the language of the film. */
  w: (area: Parameters<typeof word>[0], key: string) => string
}

const resultsDir = path.join(import.meta.dirname, '../../test-results/films')
const password = 'Faro-verde-93'
/** The demo's show that is always on air. */
const liveSlug = 'anatomia-de-una-cancion'
const privateSlug = 'opera-de-bolsillo'

export async function withScene(
  stack: Stack,
  options: { language: TestLanguage; baseUrl: string; args?: readonly string[]; permissions?: readonly string[] },
  play: (scene: Scene) => Promise<void>,
): Promise<Camera> {
  const { language } = options
  const browser = await openBrowser({ ...options, viewport: frame, pictureScale })
  const camera = createCamera()
  const page = await browser.context.newPage()
  page.setDefaultTimeout(30_000)
  await preferLanguage(page, language)
  try {
    await play({ stack, language, page, camera, w: (area, key) => word(area, key, language) })
  } catch (error) {
    await page.screenshot({ path: path.join(resultsDir, `failed-${language}.png`) }).catch(() => undefined)
    throw error
  } finally {
    await browser.close()
  }
  return camera
}

export async function logInQuietly({ page, w }: Scene, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: w('identity', 'login.email') }).fill(person.email)
  await page.locator('input[autocomplete="current-password"]').fill(person.password)
  await page.getByRole('button', { name: w('identity', 'login.submit'), exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
}

/** From a stranger to somebody with a ticket. */
export async function account(scene: Scene): Promise<void> {
  const { stack, language, page, camera, w } = scene
  const email = `nuria.${language}@example.com`
  await page.goto('/')
  const signUp = page.getByRole('link', { name: w('common', 'nav.signUp') }).first()
  await signUp.waitFor()
  await camera.press('open', page, signUp)
  const field = (key: string) => page.getByLabel(w('identity', `signUp.${key}`), { exact: false })
  await page.getByRole('heading', { level: 1, name: w('identity', 'signUp.title') }).waitFor()
  await camera.show('form', page, page.getByText(w('identity', 'signUp.attendee'), { exact: true }))
  await field('name').first().fill('Nuria')
  await field('email').first().fill(email)
  await camera.fill('form', page, field('emailConfirm'), email)
  await field('password').first().fill(password)
  await field('passwordConfirm').fill(password)
  const policy = page.getByRole('checkbox').first()
  await policy.check()
  await camera.press('form', page, page.getByRole('button', { name: w('identity', 'signUp.submit') }))
  await page.getByText(email).waitFor()
  await camera.show('mail', page)
  const { path } = await linkIn(stack, email, '/activate')
  await page.goto(path)
  await page.getByText(w('identity', 'activate.doneTitle')).waitFor()
  await camera.press('activate', page, page.getByRole('link', { name: w('identity', 'activate.login'), exact: true }).last())
  await page.getByRole('textbox', { name: w('identity', 'login.email') }).fill(email)
  await page.locator('input[autocomplete="current-password"]').fill(password)
  await camera.press('activate', page, page.getByRole('button', { name: w('identity', 'login.submit'), exact: true }))
  await expect(page).toHaveURL(/\/$/)
  const box = page.getByLabel(w('home', 'coupon.code'))
  await box.scrollIntoViewIfNeeded()
  await box.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await camera.fill('code', page, box, await makeCode(stack))
  await camera.press('code', page, page.getByRole('button', { name: w('home', 'coupon.redeem') }))
  await expect(page).toHaveURL(new RegExp(`/products/${privateSlug}`))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  await camera.show('ticket', page)
}

/** A live show as its audience has it in hand. */
export async function watch(scene: Scene): Promise<void> {
  const { stack, language, page, camera, w } = scene
  const fan = await stack.factories.user({ name: 'Nuria', surname: 'Salas', locale: language, email: `fan.${language}@example.com` })
  const show = await stack.knex('products').where({ slug: liveSlug }).first('id')
  if (!show) throw new Error('the demo has no show')
  await stack.factories.ticket({ user_id: fan.id, product_id: show.id })
  await logInQuietly(scene, { id: fan.id, email: fan.email, password: factoryPassword })
  await page.goto(`/products/${liveSlug}`)
  const enter = page.getByRole('link', { name: w('products', 'watch.live') }).first()
  await enter.waitFor({ timeout: 120_000 })
  await settled(page)
  await camera.press('door', page, enter)
  const stage = page.getByRole('region', { name: w('player', 'stage') })
  await expect
    .poll(() => page.evaluate(() => Math.max(0, ...[...document.querySelectorAll('video')].map((video) => video.currentTime))), {
      timeout: 60_000,
    })
    .toBeGreaterThan(2)
  const wake = async () => {
    await stage.hover({ position: { x: 60, y: 120 } })
    await stage.hover({ position: { x: 90, y: 120 } })
  }
  await wake()
  await camera.show('controls', page, stage)
  const settings = stage.getByRole('button', { name: w('player', 'controls.settings') })
  await wake()
  await camera.press('quality', page, settings)
  const qualities = page.getByRole('group', { name: w('player', 'controls.quality') })
  await qualities.waitFor()
  await camera.show('quality', page, qualities)
  await page.keyboard.press('Escape')
  const feeds = page.getByRole('region', { name: w('player', 'feeds.title') })
  await expect(feeds.getByRole('button')).toHaveCount(2, { timeout: 60_000 })
  await camera.press('cameras', page, feeds.getByRole('button').last())
  await settled(page)
  await camera.show('cameras', page)
  const bar = stage.getByRole('slider', { name: w('player', 'controls.position') })
  await wake()
  // The slider that machines know is as large as its thumb: people press its rail.
  const rail = bar.locator('xpath=ancestor::*[contains(@class, "MuiSlider-root")][1]')
  const box = await rail.boundingBox()
  if (!box) throw new Error('the bar is not there')
  await camera.show('back', page, rail)
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2)
  await settled(page)
  await wake()
  await camera.show('back', page)
  await wake()
  const live = stage.getByRole('button', { name: new RegExp(`^(${w('player', 'atLive')}|${w('player', 'toLive')})`) })
  await camera.press('live', page, live)
  await settled(page)
  await wake()
  await camera.show('live', page)
}

/** Waits for motion and loading: the player's picture changed, or the page's pictures are there. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const busy = () => document.querySelector('.MuiSkeleton-root, [role=progressbar]') !== null
    for (let i = 0; i < 20 && busy(); i += 1) await wait(150)
    await wait(900)
  })
}

async function makeCode(stack: Stack): Promise<string> {
  await stack.knex('products').where({ slug: privateSlug }).update({ status: 'private' })
  const admin = await stack.factories.admin({})
  const token = await logIn(stack, { id: admin.id, email: admin.email, password: factoryPassword })
  const answer = await call<{ items: { code: string }[] }>(stack, `POST /products/${privateSlug}/codes`, {
    token,
    body: { quantity: 1, label: null },
  })
  const code = answer.body.items?.[0]?.code
  if (!code) throw new Error(`no code: ${answer.status} ${answer.code}`)
  return code
}
