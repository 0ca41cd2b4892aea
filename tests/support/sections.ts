import { randomUUID } from 'node:crypto'
import { emptyTexts, type Section } from '@e-events/shared/contract/storefront/home-sections.ts'
import { toJson } from '../../api/src/db/row.ts'
import type { Stack } from './stack.ts'

/** A page and an entity of one address. */
export interface SectionPlace {
  slug: string
  pageId: string
}

/** A page that is published and an entity, both made of one of each kind of section that needs nothing else. */
export async function addSectionPlace({ knex }: Stack): Promise<SectionPlace> {
  const slug = `place-${randomUUID().slice(0, 8)}`
  const [page] = await knex('pages').insert({ name: 'About us', slug, is_published: true }).returning('id')
  const [entity] = await knex('entities').insert({ name: 'Lighthouse', slug }).returning('id')
  const version = { number: 1, state: 'live' as const, sections: toJson(sections), saved_at: new Date(), published_at: new Date() }
  await knex('section_versions').insert([
    { ...version, page_id: page?.id ?? null },
    { ...version, entity_id: entity?.id ?? null },
  ])
  return { slug, pageId: page?.id ?? '' }
}

const texts = (en: string) => ({ ...emptyTexts, en })
const base = { hidden: false, title: emptyTexts }
const sections: Section[] = [
  { ...base, id: 'hero', type: 'hero', media: { kind: 'catalogue' }, subtitle: emptyTexts, productId: null },
  {
    ...base,
    id: 'words',
    type: 'static_content',
    size: 'medium',
    title: texts('A lighthouse'),
    description: texts('With a light that goes round.'),
    url: '/help',
  },
  { ...base, id: 'coming', type: 'product_slider', source: { kind: 'upcoming' } },
  { ...base, id: 'channels', type: 'channel_slider', title: texts('Channels'), source: { kind: 'newest' } },
  {
    ...base,
    id: 'call',
    type: 'call_to_action',
    title: texts('Do you have a stage?'),
    subtitle: emptyTexts,
    buttonText: texts('Get started'),
    buttonLink: '/page/producers',
  },
]
