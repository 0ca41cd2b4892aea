import type { Page } from 'playwright/test'
import { routeTable, type RouteRow } from '../../web/src/app/route-table.ts'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { accessibilityFaults } from '../support/a11y.ts'
import { openBrowser, type OwnBrowser } from '../support/browsers.ts'
import { expect, test } from '../support/e2e.ts'
import { addPost, addShow, type Show } from '../support/people.ts'
import { addSectionPlace, type SectionPlace } from '../support/sections.ts'
import type { Stack } from '../support/stack.ts'
import { logInAt, preferEnglish } from '../support/viewer.ts'

// axe on every screen that the route table says is built, in the three modes of the theme (and the dark shade of the back office): no violation at all.
test.describe.configure({ mode: 'serial' })

const rows: readonly RouteRow[] = routeTable
/** The player and its states have tests of their own, with media behind them; log-out shows nothing. */
const elsewhere = new Set(['/player/:slug', '/logout'])
const built = rows.filter((row) => row.built && !elsewhere.has(row.path))
const looks = [
  { name: 'normal', mode: 'normal', shade: 'light' },
  { name: 'alternative', mode: 'alternative', shade: 'dark' },
  { name: 'back-office', mode: 'back-office', shade: 'light' },
] as const

let show: Show
let visitor: OwnBrowser
let administrator: OwnBrowser
let pages: { visitor: Page; administrator: Page }
let adminId: string
let postSlug: string
/** Something of each kind that has a form of its own address. */
let own: { channel: string; product: string; course: string; master: string; speaker: { id: string; slug: string } }
let place: SectionPlace

test.beforeAll(async ({ stack }) => {
  test.setTimeout(120_000)
  show = await addShow(stack, { sessions: [{ fromMin: 300, toMin: 360 }] })
  visitor = await openBrowser({ baseUrl: stack.origin })
  administrator = await openBrowser({ baseUrl: stack.origin })
  pages = { visitor: await visitor.context.newPage(), administrator: await administrator.context.newPage() }
  await preferEnglish(pages.visitor)
  await preferEnglish(pages.administrator)
  const admin = await stack.factories.admin({ locale: 'en', public_profile: true })
  adminId = admin.id
  postSlug = await addPost(stack, show)
  own = await addOwn(stack)
  place = await addSectionPlace(stack)
  await logInAt(pages.administrator, { id: admin.id, email: admin.email, password: factoryPassword })
})
test.afterAll(async () => {
  await Promise.all([visitor?.close(), administrator?.close()])
})

for (const look of looks) {
  test(`every screen in ${look.name} [UX-050]`, async () => {
    test.setTimeout(240_000)
    const found: string[] = []
    for (const row of built) {
      const isManage = row.path.startsWith('/manage')
      const page = row.gate === 'public' || row.gate === 'visitor' || row.gate === 'recovery' ? pages.visitor : pages.administrator
      await wear(page, { mode: look.mode, shade: isManage && look.mode === 'alternative' ? 'dark' : look.shade })
      const address = addressOf(row.path)
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first(), row.path).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(address)
      for (const fault of await accessibilityFaults(page)) found.push(`${row.path}: ${fault}`)
    }
    expect(found).toEqual([])
  })
}

async function wear(page: Page, { mode, shade }: { mode: string; shade: string }): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/')
  await page.evaluate(
    ([one, other]) => {
      localStorage.setItem('e-events.mode', one ?? '')
      localStorage.setItem('e-events.back-office-shade', other ?? '')
    },
    [mode, shade],
  )
}

function addressOf(path: string): string {
  const token = 'a'.repeat(43)
  return path
    .replace('/store/:slug', `/store/${place.slug}`)
    .replace('/page/:slug', `/page/${place.slug}`)
    .replace('/entity/:slug', `/entity/${place.slug}`)
    .replace('/pages/:id', `/pages/${place.pageId}`)
    .replace(':sectionId', show.product.sessions[0]?.id ?? '')
    .replace('/courses/:slug', `/courses/${own.course}`)
    .replace('/masters/:slug', `/masters/${own.master}`)
    .replace(/^\/(meets|datasheet)\/:slug/, `/$1/${own.product}`)
    .replace(':channelSlug', own.channel)
    .replace(':productSlug', own.product)
    .replace(':courseSlug', own.course)
    .replace(':masterSlug', own.master)
    .replace('/channels/:slug', `/channels/${own.channel}`)
    .replace('/speakers/:slug', `/speakers/${own.speaker.slug}`)
    .replace('/speakers/:id', `/speakers/${own.speaker.id}`)
    .replace('/products/:slug', `/products/${show.product.slug}`)
    .replace('/users/:id', `/users/${adminId}`)
    .replace('/posts/:slug', `/posts/${postSlug}`)
    .replace(':category', 'organizers')
    .replace(':token', token)
    .replace('/:section', '')
}

async function addOwn(stack: Stack): Promise<typeof own> {
  const channel = await stack.knex('channels').where({ id: show.product.channel_id }).first('slug')
  const [course, master] = await Promise.all(
    (['course', 'master'] as const).map((type) =>
      stack.factories.product({ title: `A ${type}`, type, channel_id: show.product.channel_id }),
    ),
  )
  const { id, slug } = await stack.factories.speaker({ name: 'Ana Faro', title: 'Artist', bio: 'Plays.' })
  return {
    channel: channel?.slug ?? '',
    product: show.product.slug,
    course: course?.slug ?? '',
    master: master?.slug ?? '',
    speaker: { id, slug },
  }
}
