import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { posterSvg } from '@e-events/shared/ui/art/poster.ts'
import { sceneSvg } from '@e-events/shared/ui/art/scenes.ts'
import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { call, logIn } from '../support/api-calls.ts'
import type { Person } from '../support/people.ts'
import { ffmpegBin, runProgram, words } from '../support/programs.ts'
import type { Stack } from '../support/stack.ts'
import { pattern } from '../support/words.ts'
import { logInQuietly, settled, type Scene } from './tutorial-scenes.ts'

const story = {
  es: {
    channel: 'Faro de Ensayos',
    about: 'Música y charlas junto al mar.',
    title: 'Relámpago sobre la bahía',
    short: 'Una tormenta que toca la guitarra.',
    show: 'Ensayo abierto',
  },
  en: {
    channel: 'Lighthouse Rehearsals',
    about: 'Music and talks by the sea.',
    title: 'Lightning over the Bay',
    short: 'A storm that plays the guitar.',
    show: 'Open rehearsal',
  },
  pt: {
    channel: 'Farol de Ensaios',
    about: 'Música e conversas junto ao mar.',
    title: 'Relâmpago sobre a baía',
    short: 'Uma tempestade que toca guitarra.',
    show: 'Ensaio aberto',
  },
} as const

/** From an empty account to a page that everybody sees. */
export async function channel(scene: Scene): Promise<void> {
  const { stack, language, page, camera, w } = scene
  const told = story[language]
  const organizer = await addOrganizer(scene, 'channel')
  await logInQuietly(scene, organizer)
  await page.goto('/account/channels')
  const create = page.getByRole('button', { name: w('channels', 'create.button') }).first()
  await create.waitFor()
  await settled(page)
  await camera.press('open', page, create)
  const dialog = page.getByRole('dialog')
  await camera.fill('create', page, dialog.getByLabel(w('channels', 'field.title')), told.channel)
  await dialog.getByLabel(w('channels', 'field.shortDescription')).fill(told.about)
  await camera.press('create', page, dialog.getByRole('button', { name: w('channels', 'create.submit') }))
  await expect(page).toHaveURL(/\/account\/channels\/[a-z-]+/)
  const slug = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await settled(page)
  const business = page.getByLabel(w('channels', 'field.businessName'))
  await camera.fill('details', page, business, `${told.channel} S.L.`)
  await camera.press('details', page, page.getByRole('button', { name: w('channels', 'editor.save'), exact: true }))
  await page.getByText(w('channels', 'editor.saved')).waitFor()
  await dropSnacks(page)
  await camera.press('request', page, page.getByRole('button', { name: w('channels', 'act.requestPublication.button') }))
  await page.getByRole('dialog').getByRole('checkbox').check()
  await camera.press(
    'request',
    page,
    page.getByRole('dialog').getByRole('button', { name: w('channels', 'act.requestPublication.confirm'), exact: true }),
  )
  const revision = page.getByText(w('channels', 'status.revision')).first()
  await revision.waitFor()
  await dropSnacks(page)
  await camera.show('wait', page, revision)
  await approve(stack, slug)
  await page.goto(`/channels/${slug}`)
  await page.getByRole('heading', { level: 1, name: told.channel }).waitFor()
  await settled(page)
  await camera.show('published', page)
}

/** From a draft to a page with a video that plays. */
export async function video(scene: Scene): Promise<void> {
  const { stack, language, page, camera, w } = scene
  const told = story[language]
  const editor = (key: string) => w('productEditor', key)
  await stack.knex('site_config').update({ producer_product_types: ['live', 'broadcast', 'course', 'master', 'vod'] })
  const organizer = await addOrganizer(scene, 'video')
  await stack.factories.channel({ owner_id: organizer.id, title: told.channel, slug: `faro-${language}`, short_description: told.about })
  await logInQuietly(scene, organizer)
  await page.goto('/account/products/new')
  const chosen = page.getByRole('combobox', { name: pattern(editor('info.channel')) })
  await chosen.waitFor()
  if ((await chosen.inputValue()) === '') {
    await chosen.click()
    await page.getByRole('option', { name: told.channel }).click()
  }
  await settled(page)
  await camera.press('start', page, page.getByText(editor('type.vod.name'), { exact: true }))
  await step(page, scene, 'texts')
  await camera.fill('texts', page, page.getByRole('textbox', { name: pattern(editor('texts.titleField')) }), told.title)
  await camera.fill('texts', page, page.getByRole('textbox', { name: pattern(editor('texts.short')) }), told.short)
  await step(page, scene, 'image')
  const poster = path.join(stack.logDir, `poster-${language}.png`)
  const drawn = posterSvg({ title: told.title, motif: 'landscape', palette: 'midnight' })
  await writeFile(poster, await sharp(Buffer.from(drawn)).resize(1100, 650, { fit: 'cover' }).png().toBuffer())
  await camera.show(
    'image',
    page,
    page
      .locator('label, button')
      .filter({ hasText: w('uploads', 'image.choose') })
      .first(),
  )
  await page.locator('input[type=file]').first().setInputFiles(poster)
  const crop = page.getByRole('dialog').getByRole('button', { name: w('uploads', 'image.useCrop') })
  await crop.waitFor()
  await settled(page)
  await camera.press('image', page, crop)
  await page
    .getByRole('button', { name: w('uploads', 'image.change') })
    .first()
    .waitFor()
  await step(page, scene, 'speakers')
  await page.getByRole('combobox', { name: pattern(w('speakers', 'picker.label')) }).pressSequentially('Marina Faro', { delay: 30 })
  await page.getByRole('option', { name: /Marina Faro/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('speakers', 'create.submit') })
    .click()
  const speaker = page.getByRole('button', { name: /Marina Faro/ })
  await speaker.waitFor()
  await camera.show('draft', page, speaker)
  // It has been a draft since its title, and keeps itself.
  await camera.show('draft', page, page.getByRole('region', { name: editor('save.bar') }))
  await expect(page).toHaveURL(/\/account\/channels\/[^/]+\/products\//)
  await dropSnacks(page)
  await step(page, scene, 'media')
  await settled(page)
  await camera.show(
    'upload',
    page,
    page
      .locator('label, button')
      .filter({ hasText: w('uploads', 'file.choose') })
      .first(),
  )
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await makeFilm(stack))
  await page.getByText(w('uploads', 'file.readyTitle')).first().waitFor({ timeout: 240_000 })
  await settled(page)
  await camera.show('upload', page, page.getByText(w('uploads', 'file.readyTitle')).first())
  await camera.press('publish', page, page.getByRole('button', { name: editor('publish.open'), exact: true }).first())
  await camera.press('publish', page, page.getByRole('dialog').getByRole('button', { name: editor('publish.confirm'), exact: true }))
  await page.getByText(editor('publish.done')).waitFor()
  await page.goto(`/products/${new URL(page.url()).pathname.split('/').at(-1)}`)
  await page.getByRole('heading', { level: 1, name: told.title }).waitFor()
  await settled(page)
  await camera.show('page', page)
}

/** In the studio, in a browser's tab. */
export async function live(scene: Scene): Promise<void> {
  const { stack, language, page, camera, w } = scene
  const told = story[language]
  const studio = (key: string) => w('studio', key)
  const button = (key: string) => page.getByRole('button', { name: studio(key), exact: true })
  const organizer = await addOrganizer(scene, 'live')
  const home = await stack.factories.channel({ owner_id: organizer.id, title: told.channel, slug: `estudio-${language}` })
  const show = await stack.factories.product({ title: told.show, channel_id: home.id }, { sessions: 0 })
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  await stack.factories.session({ product_id: show.id, starts_at: at(20), ends_at: at(80) })
  await nameDevices(page, w)
  await page.goto('/studio/')
  await page.getByLabel(studio('login.email')).fill(organizer.email)
  await page.getByRole('textbox', { name: studio('login.password') }).fill(organizer.password)
  await camera.press('studio', page, button('login.submit'))
  const own = page.getByRole('listitem', { name: told.show }).getByRole('link')
  await own.waitFor()
  await camera.press('studio', page, own)
  await page.getByRole('complementary', { name: studio('sources.title') }).waitFor()
  await settled(page)
  await camera.show('desk', page)
  await camera.press('camera', page, button('monitors.addCamera'))
  await button('monitors.addMicrophone').first().click()
  await expect.poll(() => page.locator('video').count(), { timeout: 20_000 }).toBeGreaterThan(0)
  await settled(page)
  await camera.show('camera', page)
  await camera.press('check', page, button('air.goLive').first())
  const go = page.getByRole('dialog', { name: studio('preflight.title') }).getByRole('button', { name: studio('preflight.go') })
  await expect(go).toBeEnabled({ timeout: 30_000 })
  await camera.press('check', page, go)
  const end = button('air.end').first()
  await end.waitFor({ timeout: 40_000 })
  await settled(page)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 6_000)))
  await camera.show('air', page, page.getByRole('timer'))
  await camera.show('air', page)
  await camera.press('end', page, end)
  const sure = page.getByRole('dialog', { name: studio('end.title') }).getByRole('button', { name: studio('end.confirm') })
  await camera.press('end', page, sure)
  await page.getByRole('heading', { level: 1, name: pattern(studio('summary.title')) }).waitFor()
  await settled(page)
  await camera.show('end', page)
}

/** The browser calls its fake devices by the files that they play; people's have names. */
async function nameDevices(page: Page, w: Scene['w']): Promise<void> {
  const numbered = (key: string) => w('studio', key).replace('{n}', '').trim()
  await page.addInitScript(
    (names) => {
      const nameOf = (kind: string) => (kind.startsWith('video') ? names.camera : names.microphone)
      for (const kind of [MediaDeviceInfo, MediaStreamTrack])
        Object.defineProperty(kind.prototype, 'label', {
          get(this: { kind: string }) {
            return nameOf(this.kind)
          },
        })
    },
    { camera: numbered('sources.cameraN'), microphone: numbered('sources.microphoneN') },
  )
}

/** Film of the browser's fake camera: it slowly approaches a drawn musician. */
export async function writeCameraPicture(folder: string): Promise<string> {
  const still = path.join(folder, 'camera.png')
  const file = path.join(folder, 'camera.mjpeg')
  await drawScene(still, 'guitar')
  // Twice around in its length, so that the loop has no seam.
  const sway = 'scale=1344:756,crop=1280:720:32+30*sin(n*2*PI/90):18+10*sin(n*2*PI/180)'
  await runProgram(
    ffmpegBin(),
    [
      ...words('-hide_banner -loglevel error -y -loop 1 -framerate 30 -i'),
      still,
      '-vf',
      `${sway},format=yuvj420p`,
      ...words('-frames:v 180 -q:v 5 -f mjpeg'),
      file,
    ],
    { timeoutMs: 300_000 },
  )
  return file
}

async function makeFilm(stack: Stack): Promise<string> {
  const still = path.join(stack.logDir, 'film.png')
  const file = path.join(stack.logDir, 'bahia.mp4')
  await drawScene(still, 'singer')
  await runProgram(
    ffmpegBin(),
    [
      ...words('-hide_banner -loglevel error -y -loop 1 -framerate 25 -i'),
      still,
      ...words('-f lavfi -i sine=f=220:r=48000 -t 8 -c:v libx264 -preset ultrafast -tune stillimage -pix_fmt yuv420p -c:a aac'),
      ...words('-movflags +faststart'),
      file,
    ],
    { timeoutMs: 300_000 },
  )
  return file
}

async function drawScene(file: string, shot: 'guitar' | 'singer'): Promise<void> {
  const svg = sceneSvg({ seed: 'tutorial', shot, palette: 'ember' })
  await writeFile(file, await sharp(Buffer.from(svg)).resize(1280, 720, { fit: 'cover' }).removeAlpha().png().toBuffer())
}

async function addOrganizer({ stack, language }: Scene, of: string): Promise<Person> {
  const { id, email } = await stack.factories.producer({
    name: 'Olga',
    surname: 'Ruiz',
    locale: language,
    email: `olga.${of}.${language}@example.com`,
  })
  return { id, email, password: factoryPassword }
}

async function approve(stack: Stack, slug: string): Promise<void> {
  const admin = await stack.factories.admin({})
  const token = await logIn(stack, { id: admin.id, email: admin.email, password: factoryPassword })
  const { status, code } = await call(stack, `POST /channels/${slug}/approve`, { token, body: {} })
  if (status !== 200) throw new Error(`the channel was not approved: ${status} ${code}`)
}

async function step(page: Page, { w }: Scene, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: w('productEditor', 'step.list') })
    .getByRole('button', { name: new RegExp(w('productEditor', `step.name.${name}`)) })
    .click()
  await page.getByRole('heading', { level: 2, name: w('productEditor', `step.name.${name}`) }).waitFor()
}

/** Messages have been read; they would lie over what comes next. */
async function dropSnacks(page: Page): Promise<void> {
  await settled(page)
  await page.evaluate(() => {
    for (const message of document.querySelectorAll<HTMLElement>('.notistack-SnackbarContainer')) message.style.visibility = 'hidden'
  })
}
