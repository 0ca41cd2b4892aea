import type { Page } from 'playwright/test'
import { readXml } from '../../api/src/testing/read-xml.ts'
import { openPerson, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addOrganizer, addViewer, giveTicket } from '../support/people.ts'
import { ffmpegBin, runProgram, words } from '../support/programs.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { pattern, word } from '../support/words.ts'

// A podcast from its sound to somebody's ears: a real file with chapters, publication, listening while walking through
// the site, the channel's RSS.
test.describe.configure({ mode: 'serial' })

const title = 'Waves, first part'
const seconds = 40
const chapters = [
  { start: '0:00', title: 'Low tide' },
  { start: '0:20', title: 'High tide' },
] as const

type Product = Awaited<ReturnType<Parameters<typeof giveTicket>[0]['factories']['product']>>
let channelSlug = ''
let product: Product
let desk: OwnBrowser

const podcast = (key: string) => word('podcasts', key)
const editor = (key: string) => word('productEditor', key)

test.afterAll(async () => desk?.close())

test('an organizer uploads a real sound, names its chapters and publishes it [CAT-088]', async ({ stack, chromium }) => {
  test.setTimeout(240_000)
  const organizer = await addOrganizer(stack)
  const channel = await stack.factories.channel({ owner_id: organizer.id, title: 'Tides' })
  channelSlug = channel.slug
  const picture = await stack.factories.picture({ owner_id: organizer.id })
  const speaker = await stack.factories.speaker({ owner_id: organizer.id })
  product = await stack.factories.product({
    channel_id: channel.id,
    type: 'podcast',
    status: 'draft',
    language: 'en',
    title,
    short_description: 'The sea, nothing else.',
    image_file_id: picture.id,
  })
  await stack.knex('product_speakers').insert({ product_id: product.id, speaker_id: speaker.id })

  desk = await openPerson(chromium, { baseUrl: stack.origin })
  const page = await desk.context.newPage()
  page.setDefaultTimeout(30_000)
  await preferEnglish(page)
  await logInAt(page, organizer)
  await page.goto(`/account/channels/${channelSlug}/products/${product.slug}?step=media`)
  const file = test.info().outputPath('waves.mp3')
  await runProgram(ffmpegBin(), [
    ...words(`-hide_banner -loglevel error -y -f lavfi -i sine=f=220:r=44100 -t ${seconds} -c:a libmp3lame -b:a 96k`),
    file,
  ])
  await page.locator('input[type=file]').first().setInputFiles(file)
  await expect(page.getByText(word('uploads', 'file.readyTitle')).first()).toBeVisible({ timeout: 150_000 })

  for (const [index, chapter] of chapters.entries()) {
    await page.getByRole('button', { name: podcast('chapters.add') }).click()
    await page.getByLabel(podcast('chapters.startOf').replace('{number}', String(index + 1))).fill(chapter.start)
    await page.getByLabel(podcast('chapters.titleOf').replace('{number}', String(index + 1))).fill(chapter.title)
  }
  await page.getByRole('button', { name: podcast('chapters.save') }).click()
  await expect(page.getByText(podcast('chapters.saved'))).toBeVisible()
  await page.getByRole('button', { name: editor('publish.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: editor('publish.confirm'), exact: true }).click()
  await expect(page.getByText(editor('publish.done'))).toBeVisible()
})

test('a listener plays it, and it goes on while they walk through the site [CAT-088]', async ({ stack, browserFor }) => {
  test.setTimeout(120_000)
  const listener = await addViewer(stack)
  await giveTicket(stack, listener, product)
  const page = await (await browserFor('listener')).context.newPage()
  await preferEnglish(page)
  await logInAt(page, listener)
  await page.goto(`/player/${product.slug}`)
  await expect(page.getByRole('heading', { name: podcast('chapters.title') })).toBeVisible({ timeout: 30_000 })
  for (const chapter of chapters) await expect(page.getByText(chapter.title).first()).toBeVisible()
  await page
    .getByRole('button', { name: podcast('play'), exact: true })
    .first()
    .click()
  await expect.poll(() => positionIn(page), { timeout: 30_000 }).toBeGreaterThan(0.5)
  await page.getByRole('link', { name: podcast('back') }).click()
  await expect(page).toHaveURL(new RegExp(`/products/${product.slug}$`))
  const mini = page.getByRole('complementary', { name: podcast('mini.label') })
  await expect(mini.getByRole('button', { name: podcast('pause') })).toBeVisible()
  await page.getByRole('link', { name: 'Tides' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/channels/${channelSlug}`))
  const before = await miniPosition(page)
  await expect.poll(() => miniPosition(page), { timeout: 30_000 }).toBeGreaterThan(before + 1)
  await mini.getByRole('button', { name: podcast('pause') }).click()
  await mini.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(`/player/${product.slug}$`))
  // The place is kept across pages.
  expect(await positionIn(page)).toBeGreaterThan(before)
})

test('the RSS of the channel is well-formed and carries it with its sound and its chapters [CAT-088]', async ({ stack }) => {
  const feedUrl = new URL(`/api/channels/${channelSlug}/feed.xml`, stack.origin)
  const reply = await fetch(feedUrl)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringContaining('application/rss+xml')])
  const elements = readXml(await reply.text())
  expect(elements.find(({ name }) => name === 'rss')?.attributes['version']).toBe('2.0')
  // Requirements of RSS 2.0 upon a channel and an enclosure.
  for (const name of ['title', 'link', 'description']) expect(elements.some((one) => one.name === name && one.text !== '')).toBe(true)
  expect(elements.some(({ name, text }) => name === 'title' && text === title)).toBe(true)
  const enclosure = elements.find(({ name }) => name === 'enclosure')?.attributes ?? {}
  expect(enclosure).toMatchObject({ type: 'audio/mp4', url: expect.stringMatching(/audio\.m4a/) })
  const sound = await fetch(enclosure['url'] ?? '')
  const bytes = Buffer.from(await sound.arrayBuffer())
  expect([sound.status, bytes.length]).toEqual([200, Number(enclosure['length'])])
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
  const listed = await fetch(elements.find(({ name }) => name === 'podcast:chapters')?.attributes['url'] ?? '')
  expect(await listed.json()).toMatchObject({
    chapters: [
      { startTime: 0, title: 'Low tide' },
      { startTime: 20, title: 'High tide' },
    ],
  })
})

/** Seconds, as the player's slider says them. */
async function positionIn(page: Page): Promise<number> {
  const slider = page.getByRole('slider', { name: pattern(podcast('seek.label')) }).first()
  return Number((await slider.getAttribute('aria-valuenow')) ?? (await slider.inputValue()))
}

/** Seconds, as the small player at the foot says them. */
async function miniPosition(page: Page): Promise<number> {
  const text = await page.getByRole('complementary', { name: podcast('mini.label') }).innerText()
  const [, minutes = '0', seconds = '0'] = /(\d+):(\d\d) \//.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}
