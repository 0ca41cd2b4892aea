import { emptyTexts, sectionListSchema, type Section, type SectionTexts } from '@e-events/shared/contract/storefront/home-sections.ts'
import type { Knex } from 'knex'
import { toJson } from '../../row.ts'
import { demoUserIds } from './accounts.ts'
import { productIdOf } from './catalogue.ts'
import { demoChannels, demoSpeakers } from './content.ts'
import { demoId } from './ids.ts'
import { pictureOf } from './pictures.ts'

const texts = (es: string, en: string, pt: string): SectionTexts => ({ es, en, pt })
const base = (id: string, title: SectionTexts = emptyTexts) => ({ id, hidden: false, title })
const channelId = (slug: string) => demoId(`channel/${slug}`)
const coverOf = (slug: string) => {
  const channel = demoChannels.find((one) => one.slug === slug)
  if (!channel) throw new Error(`the demo has no channel ${slug}`)
  return pictureOf.cover(channel).id
}

/** The home page of the demo: every kind of section, in three languages. */
export const demoHome: readonly Section[] = sectionListSchema.parse([
  { ...base('cabecera'), type: 'hero', media: { kind: 'catalogue' }, subtitle: emptyTexts, productId: null },
  { ...base('en-directo'), type: 'product_slider', source: { kind: 'live' } },
  { ...base('proximos'), type: 'product_slider', source: { kind: 'upcoming' } },
  {
    ...base('canales', texts('Canales', 'Channels', 'Canais')),
    type: 'channel_slider',
    source: { kind: 'chosen', ids: demoChannels.map(({ slug }) => channelId(slug)) },
  },
  {
    ...base('cine', texts('Cine que dura un suspiro', 'Films as long as a sigh', 'Cinema que dura um suspiro')),
    type: 'product_slider',
    source: { kind: 'category', slug: 'cine' },
  },
  {
    ...base('escenario', texts('¿Tienes un escenario?', 'Do you have a stage?', 'Tens um palco?')),
    type: 'call_to_action',
    subtitle: texts(
      'Emite tu primer directo esta semana: tú pones el escenario, la señal y la taquilla van por nuestra cuenta.',
      'Go live this week: you bring the stage, the signal and the box office are on us.',
      'Faz o teu primeiro direto esta semana: tu pões o palco, o sinal e a bilheteira são por nossa conta.',
    ),
    buttonText: texts('Empezar', 'Get started', 'Começar'),
    buttonLink: '/page/producers',
  },
  { ...base('a-la-carta'), type: 'product_slider', source: { kind: 'newest' } },
  {
    ...base('destacado', texts('Para empezar desde cero', 'To start from scratch', 'Para começar do zero')),
    type: 'featured_product',
    productId: productIdOf('diseno-desde-cero'),
  },
  {
    ...base('ponentes', texts('Quién está al otro lado', 'Who is on the other side', 'Quem está do outro lado')),
    type: 'speaker_slider',
    source: { kind: 'chosen', ids: demoSpeakers.map(({ slug }) => demoId(`speaker/${slug}`)) },
  },
  {
    id: 'nebulario',
    hidden: false,
    type: 'static_image',
    imageId: coverOf('festival-nebulario'),
    alt: texts(
      'Esferas de luz del Festival Nebulario',
      'Spheres of light of the Nebulario festival',
      'Esferas de luz do Festival Nebulario',
    ),
    url: '/channels/festival-nebulario',
  },
  {
    ...base('formacion', texts('Aprende a tu ritmo', 'Learn at your own pace', 'Aprende ao teu ritmo')),
    type: 'product_slider',
    source: { kind: 'category', slug: 'formacion' },
  },
  {
    ...base('canal', texts('Un canal para quedarse', 'A channel to stay with', 'Um canal para ficar')),
    type: 'featured_channel',
    channelId: channelId('fogon-de-jara'),
  },
  ...(
    [
      [
        'entradas',
        texts('Una entrada, todas las fechas', 'One ticket, every date', 'Um bilhete, todas as datas'),
        texts(
          'Si un evento tiene varias sesiones, tu entrada vale para todas.',
          'If an event has several sessions, your ticket is good for all of them.',
          'Se um evento tem várias sessões, o teu bilhete vale para todas.',
        ),
        '/help',
      ],
      [
        'camaras',
        texts('Elige tu cámara', 'Choose your camera', 'Escolhe a tua câmara'),
        texts(
          'Cambia de plano cuando quieras: el sonido no se corta.',
          'Change the shot whenever you like: the sound goes on.',
          'Muda de plano quando quiseres: o som não se corta.',
        ),
        '',
      ],
      [
        'casa',
        texts('Desde casa, a su hora', 'From home, on time', 'De casa, à hora certa'),
        texts(
          'Cada fecha se ve también en tu zona horaria.',
          'Every date is shown in your time zone, too.',
          'Cada data vê-se também no teu fuso horário.',
        ),
        '',
      ],
    ] as const
  ).map(([id, title, description, url]) => ({ ...base(id, title), type: 'static_content', size: 'small', description, url })),
])

/** A page of the demo. */
export const demoPage = {
  id: demoId('page/quienes-somos'),
  name: 'Quiénes somos',
  slug: 'quienes-somos',
  sections: sectionListSchema.parse([
    {
      ...base('cabecera', texts('El escenario lo pones tú', 'You bring the stage', 'O palco é teu')),
      type: 'hero',
      media: { kind: 'image', imageId: coverOf('sala-cardumen') },
      subtitle: texts(
        'La señal y la taquilla van por nuestra cuenta.',
        'The signal and the box office are on us.',
        'O sinal e a bilheteira são por nossa conta.',
      ),
      productId: null,
    },
    {
      ...base('historia', texts('Empezamos con una cámara', 'We began with one camera', 'Começámos com uma câmara')),
      type: 'static_content',
      size: 'large',
      description: texts(
        'Una cámara prestada, un cable demasiado corto y doscientas sillas. Hoy lo que pasa en esas sillas se ve también desde casa.',
        'A borrowed camera, a cable that was too short and two hundred chairs. Today what happens in front of those chairs is seen from home, too.',
        'Uma câmara emprestada, um cabo demasiado curto e duzentas cadeiras. Hoje o que acontece diante dessas cadeiras também se vê de casa.',
      ),
      url: '/page/producers',
    },
    {
      ...base('canales', texts('Quienes emiten', 'Those who broadcast', 'Quem transmite')),
      type: 'channel_slider',
      source: { kind: 'newest' },
    },
  ]),
}

/** An entity of the demo, with a home of its own. */
export const demoEntity = {
  id: demoId('entity/casa-cardumen'),
  name: 'Casa Cardumen',
  slug: 'casa-cardumen',
  sections: sectionListSchema.parse([
    { ...base('cabecera'), type: 'hero', media: { kind: 'catalogue' }, subtitle: emptyTexts, productId: null },
    { ...base('proximos'), type: 'product_slider', source: { kind: 'upcoming' } },
    { ...base('a-la-carta'), type: 'product_slider', source: { kind: 'newest' } },
    {
      ...base('canales', texts('Nuestros canales', 'Our channels', 'Os nossos canais')),
      type: 'channel_slider',
      source: { kind: 'newest' },
    },
  ]),
}

/** Writes them as far as they are missing: what an administrator published since stays. */
export async function seedPlaces(knex: Knex, now: Date): Promise<void> {
  const { id: entityId, name, slug } = demoEntity
  await knex('entities').insert({ id: entityId, name, slug }).onConflict().ignore()
  await knex('pages').insert({ id: demoPage.id, name: demoPage.name, slug: demoPage.slug, is_published: true }).onConflict().ignore()
  const known = {
    entity: await knex('entities').where({ id: entityId }).first('id'),
    page: await knex('pages').where({ id: demoPage.id }).first('id'),
  }
  if (known.entity) await knex('entity_members').insert({ entity_id: entityId, user_id: demoUserIds.organizer }).onConflict().ignore()
  const places = [
    { name: 'home', entity_id: null, page_id: null, sections: demoHome },
    ...(known.entity ? [{ name: 'entity', entity_id: entityId, page_id: null, sections: demoEntity.sections }] : []),
    ...(known.page ? [{ name: 'page', entity_id: null, page_id: demoPage.id, sections: demoPage.sections }] : []),
  ]
  for (const { name: place, sections, ...owner } of places) {
    await knex('section_versions')
      .insert({
        id: demoId(`version/${place}`),
        ...owner,
        number: 1,
        state: 'live',
        sections: toJson(sections),
        saved_at: now,
        published_at: now,
      })
      .onConflict()
      .ignore()
  }
}
