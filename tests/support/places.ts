import { randomBytes } from 'node:crypto'
import { addPost, type Show } from './people.ts'
import type { Places } from './screens.ts'
import { addSectionPlace } from './sections.ts'
import type { Stack } from './stack.ts'

/** Something of each kind that has an address of its own. */
export async function addPlaces(stack: Stack, show: Show, userId: string): Promise<Places> {
  const { channel_id, slug: product, sessions } = show.product
  const add = (type: 'course' | 'master') => stack.factories.product({ title: `A ${type}`, type, channel_id })
  const [channel, course, master, speaker, post, place] = await Promise.all([
    stack.knex('channels').where({ id: channel_id }).first('slug'),
    add('course'),
    add('master'),
    stack.factories.speaker({ name: 'Ana Faro', title: 'Artist', bio: 'Plays.' }),
    addPost(stack, show),
    addSectionPlace(stack),
  ])
  const lesson = await addLesson(stack, course.id)
  const paid = await stack.factories.product({ title: 'A film to pay for', type: 'vod', plan: 'paid', channel_id })
  const sheet = await stack.factories.product({ title: 'A datasheet of tests', type: 'datasheet', channel_id })
  await stack.knex('datasheets').insert({ product_id: sheet.id, title: 'A datasheet of tests', abstract: 'Read me.', benefits: ['Calm'] })
  const testPayment = await addTestPayment(stack.knex)
  const own = { channel: channel?.slug ?? '', product, course: course.slug, master: master.slug, speakerId: speaker.id }
  return {
    product,
    sessionId: sessions[0]?.id ?? '',
    paid: paid.slug,
    testPayment,
    post,
    datasheet: sheet.slug,
    course: course.slug,
    master: master.slug,
    lesson,
    own,
    channel: own.channel,
    speaker: speaker.slug,
    page: { slug: place.slug, id: place.pageId },
    entity: place.slug,
    userId,
  }
}

/** A free preview with a text. */
async function addLesson({ knex }: Stack, courseId: string): Promise<string> {
  const [module] = await knex('course_modules').insert({ product_id: courseId, title: 'First steps', position: 0 }).returning('id')
  const [lesson] = await knex('lessons')
    .insert({ module_id: module?.id ?? '', title: 'Read this', notes: 'Slowly.', is_preview: true, position: 0 })
    .returning('id')
  return lesson?.id ?? ''
}

/** A payment of the test provider that waits for a card. */
export async function addTestPayment(knex: Stack['knex']): Promise<string> {
  const id = `tp_${randomBytes(16).toString('hex')}`
  const address = { return_url: '/', cancel_url: '/' }
  await knex('test_payments').insert({
    id,
    reference: id,
    amount_minor: 1_210,
    currency: 'EUR',
    description: 'A film to pay for',
    ...address,
  })
  return id
}
