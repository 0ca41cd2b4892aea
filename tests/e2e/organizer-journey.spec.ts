import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { call, logIn } from '../support/api-calls.ts'
import { writeCameraFiles, type CameraFiles } from '../support/camera-file.ts'
import { expect, test } from '../support/e2e.ts'
import { linkIn } from '../support/mailbox.ts'
import { addViewer, minutesFromNow } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { readPlayer } from '../support/pixels.ts'
import { ffmpegBin, runProgram, words } from '../support/programs.ts'
import { noteFigures } from '../support/figures.ts'
import type { Stack } from '../support/stack.ts'
import { captureArgs, studioAt } from '../support/studio.ts'
import { logInAt, preferLanguage, signUpAt } from '../support/viewer.ts'
import { pattern, word } from '../support/words.ts'

// Somebody who never was here becomes an organizer: from the form of the sign-up through the mail to a first channel, a
// first product and a show on air that a stranger sees. Only what staff decides is done through the api. Every language
// goes as far as the camera at the desk; one of them goes on air, because encoders of a show take the whole machine.
test.describe.configure({ mode: 'serial' })

const password = 'Faro-verde-93'
const run = Math.floor(Math.random() * maxRun)
const told = {
  es: { channel: 'Muelle de Voces', about: 'Música y charlas junto al mar.', show: 'Ensayo abierto', short: 'Se oye el mar.' },
  en: { channel: 'Lighthouse Rehearsals', about: 'Music and talks by the sea.', show: 'Open rehearsal', short: 'You hear the sea.' },
  pt: { channel: 'Farol de Ensaios', about: 'Música e conversas junto ao mar.', show: 'Ensaio aberto', short: 'Ouve-se o mar.' },
} as const

let camera: CameraFiles
let poster = ''

test.beforeAll(async ({ stack: _stack }, info) => {
  test.setTimeout(180_000)
  camera = await writeCameraFiles(info.project.outputDir, run, { size: '640x360' })
  poster = `${info.project.outputDir}/journey-poster.png`
  await runProgram(ffmpegBin(), [...words('-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=1100x650 -frames:v 1'), poster])
})

const onAir = 'pt'
for (const language of ['es', 'en', 'pt'] as const) {
  const end = language === onAir ? 'is on air before a viewer' : 'has the camera at the desk'
  test(`an organizer signs up, makes a channel and a free show, and ${end}, in ${language}`, async ({ stack, browserFor }, info) => {
    test.setTimeout(150_000)
    const beganMs = Date.now()
    const browser = await browserFor(`organizer-${language}`, {
      language,
      args: captureArgs(camera),
      permissions: ['camera', 'microphone'],
      viewport: { width: 1280, height: 800 },
    })
    const page = await browser.context.newPage()
    await preferLanguage(page, language)
    const w: Say = (area, key) => word(area, key, language)

    const email = `${randomBytes(4).toString('hex')}@people.example`
    await page.goto('/logup?role=organizer')
    await signUpAt(page, { email, language, password })
    const { path, mail } = await linkIn(stack, email, '/activate')
    expect(mail.language).toBe(language)
    await page.goto(path)
    await expect(page).toHaveURL(new URL('/account/globalview', stack.origin).href, { timeout: 20_000 })

    await makeChannel(page, stack, w, told[language])
    const slug = await makeShow(page, w, told[language])
    await publish(page, w)

    // From the overview to the desk of the next show, without a second log-in.
    await page.goto('/account/globalview')
    const door = page.getByRole('link', { name: w('overview', 'next.studio') }).first()
    await page.goto((await door.getAttribute('href')) ?? '')
    const studio = studioAt(page, language)
    await studio.addCamera()
    await expect.poll(async () => (await studio.picture('preview'))?.code?.run, { timeout: 20_000 }).toBe(run)
    if (language !== onAir) return
    await studio.goLive()
    await expect.poll(studio.state, { timeout: 30_000 }).toBe('onair')

    const fan = await addViewer(stack, language)
    const product = await stack.knex('products').where({ slug }).first()
    await stack.factories.ticket({ user_id: fan.id, product_id: product?.id ?? '' })
    const seat = await (await browserFor(`viewer-${language}`, { language })).context.newPage()
    await preferLanguage(seat, language)
    await logInAt(seat, fan)
    await seat.goto(`/player/${slug}`)
    await expect.poll(async () => (await readPlayer(seat))?.code?.run, { timeout: 45_000 }).toBe(run)
    expect(await seat.evaluate(() => document.documentElement.lang)).toBe(language)
    await noteFigures(info, { journeyMs: Date.now() - beganMs })
    await studio.end()
    await expect(studio.summary()).toBeVisible({ timeout: 20_000 })
  })
}

type Say = (area: Parameters<typeof word>[0], key: string) => string

async function makeChannel(page: Page, stack: Stack, w: Say, { channel, about }: { channel: string; about: string }): Promise<void> {
  await page.goto('/account/channels')
  await page
    .getByRole('button', { name: w('channels', 'create.button') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(w('channels', 'field.title')).fill(channel)
  await dialog.getByLabel(w('channels', 'field.shortDescription')).fill(about)
  await dialog.getByRole('button', { name: w('channels', 'create.submit') }).click()
  await expect(page).toHaveURL(/\/account\/channels\/[a-z-]+$/)
  await page.getByRole('button', { name: w('channels', 'act.requestPublication.button') }).click()
  const ask = page.getByRole('dialog')
  await ask.getByRole('checkbox').check()
  await ask.getByRole('button', { name: w('channels', 'act.requestPublication.confirm'), exact: true }).click()
  await expect(page.getByText(w('channels', 'status.revision')).first()).toBeVisible()
  const { id, email } = await stack.factories.admin()
  const token = await logIn(stack, { id, email, password: factoryPassword })
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect((await call(stack, `POST /channels/${slug}/approve`, { token, body: {} })).status).toBe(200)
}

/** A free live show that begins in some minutes. @returns its slug */
async function makeShow(page: Page, w: Say, { show, short }: { show: string; short: string }): Promise<string> {
  const editor = (key: string) => w('productEditor', key)
  const goTo = async (step: string) => {
    await page
      .getByRole('navigation', { name: editor('step.list') })
      .getByRole('button', { name: new RegExp(editor(`step.name.${step}`)) })
      .click()
    await expect(page.getByRole('heading', { level: 2, name: editor(`step.name.${step}`) })).toBeVisible()
  }
  await page.goto('/account/products/new')
  await page.getByRole('radio', { name: pattern(editor('type.broadcast.text')) }).check({ force: true })
  await goTo('texts')
  await page.getByRole('textbox', { name: pattern(editor('texts.titleField')) }).fill(show)
  await page.getByRole('textbox', { name: pattern(editor('texts.short')) }).fill(short)
  await goTo('image')
  await page.locator('input[type=file]').first().setInputFiles(poster)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('uploads', 'image.useCrop') })
    .click()
  await expect(page.getByRole('button', { name: w('uploads', 'image.change') }).first()).toBeVisible({ timeout: 30_000 })
  await goTo('speakers')
  await page.getByRole('combobox', { name: pattern(w('speakers', 'picker.label')) }).pressSequentially('Marina Faro', { delay: 30 })
  await page.getByRole('option', { name: /Marina Faro/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('speakers', 'create.submit') })
    .click()
  await expect(page.getByRole('button', { name: /Marina Faro/ })).toBeVisible()
  await goTo('dates')
  await page.getByRole('button', { name: editor('dates.add') }).click()
  await typeMoment(page, editor('dates.starts'), minutesFromNow(15))
  // Kept by itself; the next step has the address of the draft.
  await expect(page.getByRole('region', { name: editor('save.bar') }).getByRole('status')).toHaveText(pattern(editor('save.saved')), {
    timeout: 15_000,
  })
  await goTo('price')
  await expect(page).toHaveURL(/\/account\/channels\/[^/]+\/products\/[a-z-]+/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function publish(page: Page, w: Say): Promise<void> {
  const editor = (key: string) => w('productEditor', key)
  const open = page.getByRole('button', { name: editor('publish.open'), exact: true })
  await expect(open).toBeEnabled({ timeout: 20_000 })
  await open.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: editor('publish.confirm'), exact: true })
    .click()
  await expect(page.getByText(editor('publish.done'))).toBeVisible()
}

/** Day, month, year, hour and minute on the clock of Central Europe, typed one after the other as people do. */
async function typeMoment(page: Page, label: string, at: Date): Promise<void> {
  const group = page.getByRole('group', { name: label })
  await group.getByRole('spinbutton').first().click()
  const parts = new Intl.DateTimeFormat('es-ES', {
    timeZone: 'Europe/Madrid',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  await page.keyboard.type(parts.map(({ value }) => value.replaceAll(/\D/g, '')).join(''), { delay: 30 })
}
