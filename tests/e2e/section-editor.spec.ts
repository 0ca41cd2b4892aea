import { randomUUID } from 'node:crypto'
import { emptyTexts, type Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { toJson } from '../../api/src/db/row.ts'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { expect, test } from '../support/e2e.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'
import { word } from '../support/words.ts'

const editor = (key: string) => word('sectionEditor', key)
const words = (id: string, es: string, en: string, pt: string): Section => ({
  id,
  type: 'static_content',
  hidden: false,
  size: 'medium',
  title: { es, en, pt },
  description: { ...emptyTexts, en: 'With a light that goes round.' },
  url: '/help',
})
const sections = [
  words('one', 'Primero', 'First', 'Primeiro'),
  words('two', 'Segundo', 'Second', 'Segundo'),
  words('three', 'Tercero', 'Third', 'Terceiro'),
]

test('an administrator drags a section with a pointer, sees the page in a width and a language, and publishes it', async ({
  stack,
  browserFor,
}) => {
  const slug = `dragged-${randomUUID().slice(0, 8)}`
  const [place] = await stack.knex('pages').insert({ name: 'Dragged', slug, is_published: true }).returning('id')
  const version = { number: 1, state: 'live' as const, sections: toJson(sections), saved_at: new Date(), published_at: new Date() }
  await stack.knex('section_versions').insert({ ...version, page_id: place?.id ?? null })
  const admin = await stack.factories.admin({ locale: 'en' })
  const { context } = await browserFor('administrator')
  const page = await context.newPage()
  await preferEnglish(page)
  await logInAt(page, { id: admin.id, email: admin.email, password: factoryPassword })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/manage/pages/${place?.id ?? ''}`)

  const list = page.getByRole('region', { name: editor('list.title'), exact: true })
  const preview = page.frameLocator(`iframe[title="${editor('preview.page')}"]`)
  const inPreview = async () => (await preview.getByRole('heading', { level: 2 }).allTextContents()).map((text) => text.trim())
  await expect.poll(inPreview).toEqual(['First', 'Second', 'Third'])

  const handle = (name: string) => list.getByRole('button', { name: editor('drag.handle').replace('{name}', name), exact: true })
  const [from, to] = [await handle('First').boundingBox(), await handle('Third').boundingBox()]
  if (!from || !to) throw new Error('the handles have no place')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y + 20, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(inPreview).toEqual(['Second', 'Third', 'First'])

  const widthOf = () =>
    page.locator(`iframe[title="${editor('preview.page')}"]`).evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.innerWidth)
  expect(await widthOf()).toBe(1_280)
  await page.getByRole('button', { name: editor('preview.phone'), exact: true }).click()
  await expect.poll(widthOf).toBe(390)
  await page.getByRole('button', { name: `PT, ${editor('language.pt')}`, exact: true }).click()
  await expect.poll(inPreview).toEqual(['Segundo', 'Terceiro', 'Primeiro'])

  await page.getByRole('button', { name: editor('publish'), exact: true }).click()
  await expect
    .poll(
      async () =>
        (
          await stack
            .knex('section_versions')
            .where({ page_id: place?.id ?? null, state: 'live' })
            .first('number')
        )?.number,
    )
    .toBe(2)
  const reader = await context.newPage()
  await reader.goto(`/page/${slug}`)
  await expect
    .poll(async () => (await reader.getByRole('heading', { level: 2 }).allTextContents()).slice(0, 3))
    .toEqual(['Second', 'Third', 'First'])
})
