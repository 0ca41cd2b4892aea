import { writeCameraFiles } from '../support/camera-file.ts'
import { expect, test } from '../support/e2e.ts'
import { noteFigures } from '../support/figures.ts'
import { addShow, addViewer, giveTicket, type Show } from '../support/people.ts'
import { maxRun } from '../support/picture-code.ts'
import { readPlayer } from '../support/pixels.ts'
import type { Stack } from '../support/stack.ts'
import { captureArgs, studioAt } from '../support/studio.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { word } from '../support/words.ts'

const run = Math.floor(Math.random() * maxRun)
/** How long the learner sees it on air, and how long it goes on after that. */
const [seenMs, unseenMs] = [15_000, 6_000]
/**
 * Somebody who joins some seconds late on a busy machine has the whole of it, too. The part that the recording adds is
 * less than this.
 */
const watchedPercent = 80

test('a lesson is seen on air, left, and seen to its end in the recording: together they are the whole of it', async ({
  stack,
  browserFor,
}, info) => {
  test.setTimeout(240_000)
  const camera = await writeCameraFiles(info.outputPath(), run, { size: '640x360' })
  const show = await addShow(stack, { sessions: [{ fromMin: -5, toMin: 60 }], product: { title: 'The show of a lesson' } })
  const { slug, lesson, course } = await addCourse(stack, show)
  const learner = await addViewer(stack)
  await giveTicket(stack, learner, course)

  const page = await (await browserFor('learner')).context.newPage()
  await preferEnglish(page)
  await logInAt(page, learner)
  const desk = await (await browserFor('organizer', { args: captureArgs(camera), permissions: ['camera', 'microphone'] })).context.newPage()
  await preferEnglish(desk)
  const studio = studioAt(desk)
  await studio.logIn(show.organizer)
  await studio.openDesk('The show of a lesson')
  await studio.addCamera()
  await studio.goLive()
  await expect.poll(studio.state, { timeout: 30_000 }).toBe('onair')

  await page.goto(`/courses/${slug}/lessons/${lesson}`)
  await expect.poll(async () => (await readPlayer(page))?.code?.run, { timeout: 45_000 }).toBe(run)
  await page.waitForTimeout(seenMs)
  await page.screenshot({ path: info.outputPath('on-air.png') })
  await page.goto('/mystuff/products')
  await page.waitForTimeout(unseenMs)
  await studio.end()
  await expect(studio.summary()).toBeVisible({ timeout: 20_000 })
  const recorded = () => stack.knex('recordings').where({ product_id: show.product.id }).first('state', 'duration_ms')
  await expect.poll(async () => (await recorded())?.state, { timeout: 60_000 }).toBe('ready')

  await page.goto(`/courses/${slug}/lessons/${lesson}`)
  // The page was left by its address: nothing was reported, this browser kept it. The picture goes on where it was
  // left.
  expect(await stack.knex('lesson_progress').where({ user_id: learner.id })).toEqual([])
  await expect(page.getByText(word('courses', 'room.rate'))).toBeVisible({ timeout: 60_000 })
  await page.screenshot({ path: info.outputPath('recording.png') })
  const progress = await stack.knex('lesson_progress').where({ user_id: learner.id }).first('covered', 'watched', 'broadcast_id')
  const lengthMs = (await recorded())?.duration_ms ?? 0
  await noteFigures(info, { covered: progress?.covered, lengthMs })
  expect(progress?.watched).toBe(true)
  expect(progress?.broadcast_id).not.toBeNull()
})

/** Its one lesson is the show. */
async function addCourse(stack: Stack, { product }: Show) {
  const course = await stack.factories.product({ type: 'course', channel_id: product.channel_id, title: 'Course on air' }, { sessions: 0 })
  await stack.knex('course_details').insert({ product_id: course.id, watched_percent: watchedPercent })
  const [module] = await stack.knex('course_modules').insert({ product_id: course.id, title: 'One', position: 0 }).returning('id')
  const [lesson] = await stack
    .knex('lessons')
    .insert({ module_id: module?.id ?? '', title: 'See it live', position: 0, kind: 'live', source_product_id: product.id })
    .returning('id')
  return { slug: course.slug, lesson: lesson?.id ?? '', course }
}
