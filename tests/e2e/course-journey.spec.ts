import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright/test'
import type { FactoryProduct } from '../../api/src/testing/factories.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { addOrganizer, addViewer, minutesFromNow, type Person } from '../support/people.ts'
import { ffmpegBin, runProgram, words } from '../support/programs.ts'
import { goToPay, makePlayable, openCheckout, payWith } from '../support/shop.ts'
import type { Stack } from '../support/stack.ts'
import { logInAt, preferEnglish, preferLanguage } from '../support/viewer.ts'
import { pattern, word } from '../support/words.ts'

// A course from its form to a certificate that a stranger verifies. Its film is sent from the form of the lesson. The
// channel, the show that was sent and the meeting are there already: publishing.spec, main-job.spec and meets.spec walk
// their screens.

const built = (key: string) => word('curriculum', key)
const form = (key: string) => word('productEditor', key)
const learned = (key: string) => word('courses', key)
const asked = (key: string) => word('discussions', key)
const quiz = (key: string) => word('quizzes', key)
const given = (key: string) => word('certificates', key)
const buttonIn = (page: Pick<Page, 'getByRole'>, name: string) => page.getByRole('button', { name, exact: true })

test('a course with a film, a show and a meeting is built, bought, watched, asked about, rated and passed, and its certificate is verified by a stranger', async ({
  stack,
  browserFor,
}, info) => {
  test.setTimeout(240_000)
  const organizer = await addOrganizer(stack)
  const sources = await addSources(stack, organizer, info.outputPath())
  const beganMs = Date.now()
  const desk = await (await browserFor('organizer')).context.newPage()
  const slug = await buildCourse(desk, stack, organizer, sources)
  const builtMs = Date.now() - beganMs

  const learner = await addViewer(stack)
  const page = await (await browserFor('learner')).context.newPage()
  page.setDefaultTimeout(30_000)
  const course = await stack.knex('products').where({ slug }).first()
  await openCheckout(page, { product: course as FactoryProduct }, learner)
  await goToPay(page)
  await payWith(page, 'succeeds')
  await expect(page.getByRole('heading', { level: 1, name: word('checkout', 'state.paid.title') })).toBeVisible()

  await page.goto(`/courses/${slug}`)
  await page.getByRole('link', { name: learned('start') }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'See it' })).toBeVisible()
  await ask(page, 'Why three columns and not two?')
  await seeToTheEnd(page)
  await rate(page, 4)
  await expect.poll(() => stack.knex('lesson_ratings').where({ user_id: learner.id }).pluck('stars')).toEqual([4])
  await comment(page, 'I shall look at posters differently.')
  await pass(page, 'Three')
  await page.screenshot({ path: info.outputPath('lesson.png'), fullPage: true })

  await answer(desk, slug, 'Three can be off balance, and that is what holds the eye.')
  await desk.screenshot({ path: info.outputPath('questions.png'), fullPage: true })
  await accept(page, 'Three can be off balance, and that is what holds the eye.')

  // The show was sent before; its recording counts by the clock of the show. A report a minute is what an account has
  // (courses.test.ts): this one does not wait for it.
  await stack.knex('lesson_progress').where({ user_id: learner.id }).update({ reported_at: null })
  await goToNext(page, 'See it together')
  await seeToTheEnd(page)
  const seen = await stack.knex('lesson_progress').where({ user_id: learner.id }).whereNotNull('broadcast_id').first('covered', 'watched')
  expect(seen?.watched).toBe(true)
  await goToNext(page, 'Talk about it')
  await expect(page.getByRole('link', { name: learned('room.meeting') })).toHaveAttribute('href', /^\/meets\//)
  await buttonIn(page, learned('room.mark')).click()
  await expect(buttonIn(page, learned('room.unmark'))).toBeVisible()

  await page.getByRole('link', { name: learned('room.finish') }).click()
  await expect(page.getByText(learned('done')).first()).toBeVisible()
  await page.getByRole('tab', { name: learned('tab.progress') }).click()
  await buttonIn(page, given('get')).click()
  const dialog = page.getByRole('dialog', { name: given('get') })
  await expect(dialog.getByRole('textbox', { name: given('name') })).toHaveValue('Vera Vidal')
  await buttonIn(dialog, given('issue')).click()
  const door = page.getByRole('link', { name: pattern(given('open')) })
  const address = (await door.getAttribute('href')) ?? ''
  await page.screenshot({ path: info.outputPath('progress.png'), fullPage: true })
  await noteFigures(info, { builtMs, journeyMs: Date.now() - beganMs })

  // Somebody without an account.
  const stranger = await (await browserFor('stranger', { language: 'pt' })).context.newPage()
  await preferLanguage(stranger, 'pt')
  await stranger.goto(address)
  await expect(stranger.getByText(word('certificates', 'status.valid.title', 'pt'))).toBeVisible()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Vera Vidal' })).toBeVisible()
  await expect(stranger.getByText('Course of the journey')).toBeVisible()
  const [file] = await Promise.all([
    stranger.waitForEvent('download'),
    stranger.getByRole('button', { name: word('certificates', 'credential', 'pt') }).click(),
  ])
  const credential = JSON.parse(await readFile(await file.path(), 'utf8')) as { proof: { cryptosuite: string } }
  expect(credential.proof.cryptosuite).toBe('eddsa-jcs-2022')
  await stranger.screenshot({ path: info.outputPath('certificate.png'), fullPage: true })
})

interface Sources {
  channel: { slug: string }
  show: FactoryProduct
}

/** Products of the organizer: a film, a show of yesterday with its recording, and a meeting. */
async function addSources(stack: Stack, organizer: Person, workDir: string): Promise<Sources> {
  const channel = await stack.factories.channel({ owner_id: organizer.id })
  await stack.factories.speaker({ owner_id: organizer.id, name: 'Marina Faro' })
  const film = await stack.factories.product(
    { channel_id: channel.id, type: 'vod', status: 'draft', title: 'Film of the course' },
    { sessions: 0 },
  )
  await makePlayable(stack, film, workDir)
  const show = await stack.factories.product({ channel_id: channel.id, title: 'Show of the course' }, { sessions: 0 })
  await addRecording(stack, show, film)
  await stack.factories.product({ channel_id: channel.id, type: 'meet', title: 'Meeting of the course' })
  return { channel, show }
}

/** The show was sent an hour ago: its recording has the pictures of the film, dated as those of cameras are. */
async function addRecording(stack: Stack, show: FactoryProduct, film: FactoryProduct): Promise<void> {
  const session = await stack.factories.session({ product_id: show.id, starts_at: minutesFromNow(-60), ends_at: minutesFromNow(-30) })
  const [from, until] = [minutesFromNow(-60), minutesFromNow(-59)]
  const broadcast = await stack.factories.broadcast({
    product_id: show.id,
    session_id: session.id,
    state: 'ended',
    started_at: from,
    first_media_at: from,
    ended_at: until,
  })
  const feed = await stack.factories.feed({ broadcast_id: broadcast.id, state: 'ended' })
  await stack.factories.asset({ feed_id: feed.id, kind: 'recording', state: 'ready', duration_ms: 10_000 })
  const folder = path.join(String(stack.env['STORAGE_DIR']), 'live', broadcast.id, feed.id)
  await cp(path.join(String(stack.env['STORAGE_DIR']), 'vod', film.id), folder, { recursive: true })
  for (const name of ['720p', '360p', 'audio']) {
    const list = path.join(folder, `${name}.m3u8`)
    const dated = (await readFile(list, 'utf8')).replace('#EXTINF', `#EXT-X-PROGRAM-DATE-TIME:${from.toISOString()}\n#EXTINF`)
    await writeFile(list, dated)
  }
}

/** By the steps of the form: a price, a certificate, a module, three lessons and a quiz. @returns its slug */
async function buildCourse(page: Page, stack: Stack, organizer: Person, { channel }: Sources): Promise<string> {
  page.setDefaultTimeout(30_000)
  await preferEnglish(page)
  await logInAt(page, organizer)
  await page.goto('/account/courses/new')
  await page.getByRole('textbox', { name: pattern(form('texts.titleField')) }).fill('Course of the journey')
  await page.getByRole('textbox', { name: pattern(form('texts.short')) }).fill('Look, then move.')
  const poster = test.info().outputPath('poster.png')
  await runProgram(ffmpegBin(), [...words('-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=1100x650 -frames:v 1'), poster])
  await page.locator('input[type=file]').first().setInputFiles(poster)
  await buttonIn(page.getByRole('dialog'), word('uploads', 'image.useCrop')).click()
  await expect(buttonIn(page, word('uploads', 'image.change')).first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('combobox', { name: pattern(word('speakers', 'picker.label')) }).pressSequentially('Marina', { delay: 30 })
  await page.getByRole('option', { name: /Marina Faro/ }).click()
  await buttonIn(page, form('price.paid')).click()
  await page.getByLabel(pattern('Net price')).first().fill('10')
  await page.screenshot({ path: test.info().outputPath('form.png'), fullPage: true })
  await goOn(page, 'requirements')
  await page.getByRole('switch', { name: given('setting') }).click()
  await expect.poll(() => stack.knex('course_details').pluck('gives_certificate')).toContain(true)
  await goOn(page, 'video')
  await goOn(page, 'modules')
  await page.getByLabel(built('module.new')).fill('First steps')
  await buttonIn(page, built('module.add')).click()
  const module = page.getByRole('region', { name: 'First steps' })
  await expect(module).toBeVisible()
  await goOn(page, 'lessons')
  for (const [kind, title, source] of [
    // Sent here, it becomes a draft under the title of its lesson.
    ['video', 'See it', 'See it'],
    ['live', 'See it together', 'Show of the course'],
    ['meeting', 'Talk about it', 'Meeting of the course'],
  ] as const) {
    await buttonIn(module, built('lesson.add')).click()
    await page.getByRole('textbox', { name: built('lesson.title') }).fill(title)
    await page.getByRole('combobox', { name: built('lesson.kind') }).click()
    await page.getByRole('option', { name: built(`kind.${kind}`), exact: true }).click()
    if (kind === 'video') await sendFilm(page)
    else {
      await page.getByRole('radio', { name: built(`way.own.${kind}`) }).check()
      await page.getByRole('combobox', { name: built(`source.${kind}`) }).click()
      await page.getByRole('option', { name: source }).click()
    }
    await buttonIn(page, built('lesson.save')).click()
    await expect(module.getByRole('button', { name: new RegExp(`^${title} ${source}`) })).toBeVisible()
  }
  await module.getByRole('button', { name: /^See it See it$/ }).click()
  await buttonIn(page, quiz('edit.begin')).click()
  const dialog = page.getByRole('dialog', { name: quiz('edit.new') })
  await dialog.getByRole('textbox', { name: quiz('edit.text') }).fill('How many columns?')
  await dialog.getByRole('textbox', { name: quiz('edit.option').replace('{number}', '1') }).fill('Two')
  await dialog.getByRole('textbox', { name: quiz('edit.option').replace('{number}', '2') }).fill('Three')
  await dialog.getByRole('radio', { name: quiz('edit.right').replace('{number}', '2') }).check()
  await buttonIn(dialog, quiz('edit.save')).click()
  await expect(dialog).toBeHidden()
  await page.screenshot({ path: test.info().outputPath('lessons.png'), fullPage: true })
  const publish = buttonIn(page, form('publish.open'))
  await expect(publish).toBeEnabled({ timeout: 20_000 })
  await publish.click()
  await buttonIn(page.getByRole('dialog'), form('publish.confirm')).click()
  await expect(page.getByText(form('publish.done'))).toBeVisible()
  expect(page.url()).toContain(`/account/channels/${channel.slug}/courses/`)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Ten seconds from the form of a lesson through upload and ladder, until it can be played. */
async function sendFilm(page: Page): Promise<void> {
  const file = test.info().outputPath('lesson.mp4')
  await runProgram(ffmpegBin(), [
    ...words('-hide_banner -loglevel error -y -f lavfi -i testsrc2=s=640x360:r=30,format=yuv420p -f lavfi -i sine=f=440:r=48000'),
    ...words('-t 10 -c:v libx264 -preset ultrafast -g 60 -c:a aac -movflags +faststart'),
    file,
  ])
  await page
    .getByRole('form', { name: built('lesson.new') })
    .locator('input[type=file]')
    .first()
    .setInputFiles(file)
  await expect(page.getByText(word('uploads', 'file.readyTitle')).first()).toBeVisible({ timeout: 120_000 })
  await page.screenshot({ path: test.info().outputPath('film.png'), fullPage: true })
}

/** By the button below the step. */
async function goOn(page: Page, step: string): Promise<void> {
  await buttonIn(page, form(`step.name.${step}`))
    .last()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: form(`step.name.${step}`) })).toBeVisible({ timeout: 20_000 })
}

const playedSec = (page: Page) =>
  page.locator('video').evaluateAll((all) => Math.max(0, ...all.map((one) => (one as HTMLVideoElement).currentTime)))

/** At the second that is on screen when its first letter is written. */
async function ask(page: Page, text: string): Promise<void> {
  await expect.poll(() => playedSec(page), { timeout: 40_000 }).toBeGreaterThan(2)
  const questions = page.getByRole('region', { name: asked('question.lessonTitle') })
  await questions.getByRole('textbox').fill(text)
  await buttonIn(questions, asked('question.send')).click()
  await expect(questions.getByRole('listitem').filter({ hasText: text })).toBeVisible()
  await expect(questions.getByRole('button', { name: pattern(asked('goTo')) })).toBeVisible()
}

async function comment(page: Page, text: string): Promise<void> {
  const comments = page.getByRole('region', { name: asked('comment.lessonTitle') })
  await comments.getByRole('textbox').fill(text)
  await buttonIn(comments, asked('comment.send')).click()
  await expect(comments.getByRole('listitem').filter({ hasText: text })).toBeVisible()
}

/** Ten seconds of pictures, which are reported at their end. */
async function seeToTheEnd(page: Page): Promise<void> {
  await expect(page.getByText(learned('room.rate'))).toBeVisible({ timeout: 40_000 })
}

async function rate(page: Page, stars: number): Promise<void> {
  await page
    .locator('label')
    .filter({ hasText: new RegExp(`^${stars} `) })
    .click()
}

async function pass(page: Page, right: string): Promise<void> {
  await page.getByRole('radio', { name: right, exact: true }).check()
  await buttonIn(page, quiz('send')).click()
  await expect(page.getByText(pattern(quiz('result.passed')))).toBeVisible()
}

/** By whoever teaches, in the tab of questions. */
async function answer(page: Page, slug: string, text: string): Promise<void> {
  await page.goto(`/courses/${slug}?tab=questions`)
  await buttonIn(page, asked('question.reply')).click()
  await page.getByRole('textbox', { name: asked('question.yourReply') }).fill(text)
  await buttonIn(page, asked('send')).click()
  await expect(page.getByRole('list', { name: asked('replies') })).toContainText(text)
}

/** By whoever asked: the lesson is opened anew. */
async function accept(page: Page, text: string): Promise<void> {
  await page.reload()
  const reply = page
    .getByRole('list', { name: asked('replies') })
    .getByRole('listitem')
    .filter({ hasText: text })
  await buttonIn(reply, asked('accept')).click()
  await expect(reply.getByText(asked('answer'), { exact: true })).toBeVisible()
}

async function goToNext(page: Page, title: string): Promise<void> {
  await page
    .getByRole('link', { name: learned('room.next') })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}
