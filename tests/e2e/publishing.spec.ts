import path from 'node:path'
import type { CDPSession, Page } from 'playwright/test'
import { openPerson, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { mailsTo } from '../support/mailbox.ts'
import { addOrganizer, type Person } from '../support/people.ts'
import { ffmpegBin, runProgram, words } from '../support/programs.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { pattern, word } from '../support/words.ts'

// From nothing to a video that a stranger finds: a channel, its approval by staff, a real upload through a network that
// goes away twice, publication, a misspelled search, the trailer.
test.describe.configure({ mode: 'serial' })

const channelTitle = 'Faro de Ensayos'
const productTitle = 'Relámpago sobre la bahía'
const misspelled = 'relanpago'
const upload = { seconds: 8, bytesPerSec: 2_500_000 }

let organizer: Person
/** State of this file, from its first test to its last. */
let desk: OwnBrowser
let page: Page
let channelSlug = ''

const editor = (key: string) => word('productEditor', key)
const media = (key: string) => word('uploads', key)

test.afterEach(async () => {
  const info = test.info()
  if (page && info.status !== info.expectedStatus) await page.screenshot({ path: info.outputPath('organizer.png') })
})

test.afterAll(async ({ stack }) => {
  await desk?.close()
  await stack.knex('site_config').update({ producer_product_types: ['live', 'broadcast', 'course', 'master'] })
})

test('an organizer makes a channel and asks for its publication [PROD-003, CAT-074]', async ({ stack, chromium }) => {
  test.setTimeout(90_000)
  await stack.knex('site_config').update({ producer_product_types: ['live', 'broadcast', 'course', 'master', 'vod'] })
  organizer = await addOrganizer(stack)
  desk = await openPerson(chromium, { baseUrl: stack.origin })
  page = await desk.context.newPage()
  page.setDefaultTimeout(20_000)
  await preferEnglish(page)
  await logInAt(page, organizer)
  await page.goto('/account/channels')
  await page
    .getByRole('button', { name: word('channels', 'create.button') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(word('channels', 'field.title')).fill(channelTitle)
  await dialog.getByLabel(word('channels', 'field.shortDescription')).fill('Rehearsals by the sea.')
  await dialog.getByRole('button', { name: word('channels', 'create.submit') }).click()
  await expect(page).toHaveURL(/\/account\/channels\/faro-de-ensayos/)
  channelSlug = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('button', { name: word('channels', 'act.requestPublication.button') }).click()
  const ask = page.getByRole('dialog')
  const confirm = ask.getByRole('button', { name: word('channels', 'act.requestPublication.confirm'), exact: true })
  // The rights are declared before anybody looks at it.
  await expect(confirm).toBeDisabled()
  await ask.getByRole('checkbox').check()
  await confirm.click()
  await expect(page.getByText(word('channels', 'status.revision')).first()).toBeVisible()
})

test('staff approves it in the queue, and the organizer hears of it by mail [ADM-011, CAT-075, CAT-076]', async ({ stack, browserFor }) => {
  test.setTimeout(60_000)
  const admin = await stack.factories.admin({ locale: 'en' })
  const staff = await (await browserFor('staff')).context.newPage()
  await preferEnglish(staff)
  await logInAt(staff, { id: admin.id, email: admin.email, password: organizer.password })
  await staff.goto(`/manage/channels/${channelSlug}`)
  await staff.getByRole('button', { name: word('channels', 'act.approve.button'), exact: true }).click()
  await staff
    .getByRole('dialog')
    .getByRole('button', { name: word('channels', 'act.approve.confirm') })
    .click()
  await expect(staff.getByText(word('channels', 'status.published')).first()).toBeVisible()
  await expect
    .poll(
      async () =>
        (await mailsTo(stack, organizer.email)).some(
          ({ subject, text }) => subject === 'Your channel is published' && text.includes(channelTitle),
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
})

test('a product is a draft from its title on; its save button stays closed while something required is missing', async () => {
  test.setTimeout(120_000)
  await page.goto('/account/products/new')
  const save = page.getByRole('button', { name: editor('save.create') }).last()
  await expect(save).toBeDisabled()
  const channel = page.getByRole('combobox', { name: pattern(editor('info.channel')) })
  // One channel is chosen by itself.
  if ((await channel.inputValue()) === '') {
    await channel.click()
    await page.getByRole('option', { name: channelTitle }).click()
  }
  await page.getByRole('radio', { name: new RegExp(editor('type.vod.name')) }).check({ force: true })
  await goTo('texts')
  await page.getByRole('textbox', { name: pattern(editor('texts.titleField')) }).fill(productTitle)
  await page.getByRole('textbox', { name: pattern(editor('texts.short')) }).fill('A storm that plays the guitar.')
  // It is kept by itself, and what follows is, too.
  const saveChanges = page.getByRole('button', { name: editor('save.save') }).last()
  await expect(saveChanges).toBeDisabled({ timeout: 15_000 })
  await goTo('image')
  const poster = test.info().outputPath('poster.png')
  await runProgram(ffmpegBin(), [...words('-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=1100x650 -frames:v 1'), poster])
  await page.locator('input[type=file]').first().setInputFiles(poster)
  const crop = page.getByRole('dialog')
  await crop.getByRole('button', { name: media('image.useCrop') }).click()
  await expect(page.getByRole('button', { name: media('image.change') }).first()).toBeVisible({ timeout: 30_000 })
  await expect(saveChanges).toBeDisabled()
  await goTo('speakers')
  await page.getByRole('combobox', { name: pattern(word('speakers', 'picker.label')) }).pressSequentially('Marina Faro', { delay: 60 })
  await page.getByRole('option', { name: /Marina Faro/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('speakers', 'create.submit') })
    .click()
  await expect(page.getByRole('button', { name: /Marina Faro/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/account/channels/${channelSlug}/products/relampago-sobre-la-bahia`))
  const state = page.getByRole('region', { name: editor('save.bar') }).getByRole('status')
  await expect(state).toHaveText(/^(Saved|Everything is saved)/, { timeout: 15_000 })
})

test('a real video arrives through a network that goes away twice, and is made playable [VID-003, VID-004, VID-006]', async () => {
  test.setTimeout(240_000)
  await goTo('media')
  const file = await makeVideo(test.info().outputPath('show.mp4'), { seconds: upload.seconds, size: '1280x720', bps: 16_000_000 })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await slow(network)
  await page.locator('input[type=file]').first().setInputFiles(file)
  const progress = page.getByRole('progressbar').first()
  for (const percent of [15, 50]) {
    await expect.poll(async () => Number((await progress.getAttribute('aria-valuenow')) ?? 0), { timeout: 60_000 }).toBeGreaterThan(percent)
    await network.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 })
    await expect(page.getByText(media('file.waitingTitle')).first()).toBeVisible({ timeout: 30_000 })
    await slow(network)
  }
  await expect(page.getByText(media('file.readyTitle')).first()).toBeVisible({ timeout: 150_000 })
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  const trailer = await makeVideo(test.info().outputPath('trailer.mp4'), { seconds: 4, size: '640x360', bps: 1_000_000 })
  await page.locator('input[type=file]').last().setInputFiles(trailer)
  await expect(page.getByText(media('file.readyTitle'))).toHaveCount(2, { timeout: 120_000 })
})

test('it is published, with what that means said before', async () => {
  await page.getByRole('button', { name: editor('publish.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(editor('publish.frozen'))).toBeVisible()
  await dialog.getByRole('button', { name: editor('publish.confirm'), exact: true }).click()
  await expect(page.getByText(editor('publish.done'))).toBeVisible()
})

test('a stranger finds it by a misspelled word and plays the trailer; the video itself stays closed [CAT-017, VID-009]', async ({
  browserFor,
}) => {
  test.setTimeout(60_000)
  const stranger = await (await browserFor('stranger')).context.newPage()
  await preferEnglish(stranger)
  await stranger.goto(`/search-results?keyword=${misspelled}`)
  await stranger
    .getByRole('link', { name: new RegExp(productTitle) })
    .first()
    .click()
  await expect(stranger.getByRole('heading', { level: 1, name: productTitle })).toBeVisible()
  await stranger.getByRole('button', { name: word('products', 'trailer.play') }).click()
  const trailer = stranger.getByRole('region', { name: pattern(word('trailer', 'label')) })
  const video = trailer.locator('video')
  await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime), { timeout: 30_000 }).toBeGreaterThan(0.5)
  await stranger.goto(`/player/${new URL(stranger.url()).pathname.split('/').at(-1)}`)
  await expect(stranger).not.toHaveURL(/\/player\//)
})

async function goTo(step: string): Promise<void> {
  await page
    .getByRole('navigation', { name: editor('step.list') })
    .getByRole('button', { name: new RegExp(editor(`step.name.${step}`)) })
    .click()
  await expect(page.getByRole('heading', { level: 2, name: editor(`step.name.${step}`) })).toBeVisible()
}

async function slow(network: CDPSession): Promise<void> {
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 5,
    downloadThroughput: -1,
    uploadThroughput: upload.bytesPerSec,
  })
}

async function makeVideo(file: string, { seconds, size, bps }: { seconds: number; size: string; bps: number }): Promise<string> {
  await runProgram(ffmpegBin(), [
    ...words(`-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=${size}:r=30,noise=alls=20:allf=t,format=yuv420p`),
    ...words(`-f lavfi -i sine=f=440:r=48000 -t ${seconds} -c:v libx264 -preset ultrafast -b:v ${bps} -minrate ${bps} -maxrate ${bps}`),
    ...words(`-bufsize ${bps} -g 60 -c:a aac -movflags +faststart`),
    file,
  ])
  return path.resolve(file)
}
