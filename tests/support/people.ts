import type { FactoryProduct } from '../../api/src/testing/factories.ts'
import { factoryPassword } from '../../api/src/testing/factories.ts'
import { toJson } from '../../api/src/db/row.ts'
import type { Stack } from './stack.ts'
import type { TestLanguage } from './words.ts'

export interface Person {
  id: string
  email: string
  password: string
}

export interface Show {
  organizer: Person
  product: FactoryProduct
}

type Fields = Parameters<Stack['factories']['product']>[0]

export async function addViewer(stack: Stack, locale: TestLanguage = 'en'): Promise<Person> {
  return toPerson(await stack.factories.user({ name: 'Vera', surname: 'Vidal', locale }))
}

export async function addOrganizer(stack: Stack): Promise<Person> {
  return toPerson(await stack.factories.producer({ name: 'Olga', surname: 'Ortiz', locale: 'en' }))
}

/** A free broadcast of an approved channel, with its sessions given in minutes from now. */
export async function addShow(
  stack: Stack,
  options: { sessions?: readonly { fromMin: number; toMin: number }[]; product?: Fields; channel?: 'published' | 'revision' } = {},
): Promise<Show> {
  const organizer = await addOrganizer(stack)
  const channel = await stack.factories.channel({ owner_id: organizer.id, status: options.channel ?? 'published' })
  const product = await stack.factories.product({ title: 'Night of tests', channel_id: channel.id, ...options.product }, { sessions: 0 })
  for (const { fromMin, toMin } of options.sessions ?? []) {
    product.sessions.push(
      await stack.factories.session({ product_id: product.id, starts_at: minutesFromNow(fromMin), ends_at: minutesFromNow(toMin) }),
    )
  }
  return { organizer, product }
}

/** A free post beside the show, with a text to read. */
export async function addPost(stack: Stack, { product }: Show): Promise<string> {
  const post = await stack.factories.product({ title: 'Notes of tests', channel_id: product.channel_id, type: 'post' })
  const text = 'Words that everybody may read.'
  const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
  await stack.knex('product_posts').insert({
    product_id: post.id,
    language: 'en',
    document: toJson(document),
    html: `<h2>Notes</h2><p>${text}</p><blockquote><p>Quiet, please.</p></blockquote>`,
    words: 5,
    reading_minutes: 1,
  })
  return post.slug
}

export async function giveTicket(stack: Stack, viewer: Person, product: FactoryProduct): Promise<void> {
  await stack.factories.ticket({ user_id: viewer.id, product_id: product.id })
}

export function minutesFromNow(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000)
}

function toPerson({ id, email }: { id: string; email: string }): Person {
  return { id, email, password: factoryPassword }
}
