import { randomUUID } from 'node:crypto'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'

/** A query, the words it was made of before somebody slipped, and the products that it means. */
export interface GoldenQuery {
  language: Language
  text: string
  misspelled: boolean
  relevant: ReadonlySet<string>
}

type Words = Record<Language, readonly string[]>

const forms: Words = {
  es: ['Concierto', 'Taller', 'Charla', 'Documental', 'Recital', 'Festival', 'Clase magistral', 'Ensayo'],
  en: ['Concert', 'Workshop', 'Talk', 'Documentary', 'Recital', 'Festival', 'Masterclass', 'Rehearsal'],
  pt: ['Concerto', 'Oficina', 'Palestra', 'Documentário', 'Recital', 'Festival', 'Aula magna', 'Ensaio'],
}
const subjects: Words = {
  es: ['guitarra flamenca', 'piano romántico', 'jazz manouche', 'danza contemporánea', 'fotografía nocturna', 'cerámica japonesa', 'teatro clásico', 'cocina vegetariana',
    'poesía surrealista', 'percusión africana', 'violín barroco', 'canto gregoriano', 'arquitectura modernista', 'caligrafía árabe', 'astronomía práctica', 'escultura en bronce',
    'tango argentino', 'cine mudo', 'acuarela botánica', 'ajedrez rápido'],
  en: ['flamenco guitar', 'romantic piano', 'gypsy swing', 'contemporary dance', 'night photography', 'japanese pottery', 'classical theatre', 'vegetarian cooking',
    'surrealist poetry', 'african drumming', 'baroque violin', 'gregorian chant', 'modernist architecture', 'arabic calligraphy', 'practical astronomy', 'bronze sculpture',
    'argentine tango', 'silent film', 'botanical watercolour', 'speed chess'],
  pt: ['guitarra flamenga', 'piano romântico', 'swing cigano', 'dança contemporânea', 'fotografia noturna', 'cerâmica japonesa', 'teatro clássico', 'cozinha vegetariana',
    'poesia surrealista', 'percussão africana', 'violino barroco', 'canto gregoriano', 'arquitetura modernista', 'caligrafia árabe', 'astronomia prática', 'escultura em bronze',
    'tango argentino', 'cinema mudo', 'aguarela botânica', 'xadrez rápido'],
} // prettier-ignore
// prettier-ignore
const places = ['Lisboa', 'Madrid', 'Oporto', 'Sevilla', 'Londres', 'Salamanca', 'Coímbra', 'Granada', 'Bilbao', 'Edimburgo', 'Málaga', 'Valparaíso', 'Recife', 'Cartagena']
// prettier-ignore
const firstNames = ['Amália', 'Beatriz', 'Camila', 'Desmond', 'Edurne', 'Fernão', 'Greta', 'Hortensia', 'Ignacio', 'Joaquim']
// prettier-ignore
const surnames = ['Villanueva', 'Castanheira', 'Montgomery', 'Etxeberria', 'Figueiredo', 'Santamaría', 'Worthington', 'Balsameda']

export interface GoldenSet {
  queries: GoldenQuery[]
  /** Products that nobody but their owner may find, with the words of those that everybody may. */
  hidden: ReadonlySet<string>
}

/**
 * 2,000 products whose titles differ in one word or a number (form, subject and place out of short lists, volumes I to
 * III), with English and Portuguese texts, speakers and channels; and 20 queries per language, every third of them
 * misspelled.
 */
export async function seedGoldenSet(
  knex: Knex,
  random: () => number,
  channels: readonly { id: string; title: string }[],
  ownerId: string,
): Promise<GoldenSet> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const speakers = firstNames.flatMap((first) =>
    surnames.map((last) => ({ id: randomUUID(), owner_id: ownerId, name: `${first} ${last}`, slug: randomUUID() })),
  )
  const made = Array.from({ length: 2_000 }, (_, index) => {
    const [form, subject] = [Math.floor(random() * forms.es.length), Math.floor(random() * subjects.es.length)]
    const place = pick(places)
    const volume = index % 3 === 0 ? '' : ` ${'I'.repeat(index % 3)}`
    const title = (language: Language, link: string) =>
      `${forms[language][form]} ${link} ${subjects[language][subject]} ${link === 'of' ? 'in' : 'en'} ${place}${volume}`
    return {
      id: randomUUID(),
      form,
      subject,
      place,
      channel: pick(channels),
      speaker: pick(speakers),
      status: index % 20 === 7 ? 'draft' : 'published',
      titles: { es: title('es', 'de'), en: title('en', 'of'), pt: title('pt', 'de') },
    } as const
  })
  await knex('speakers').insert(speakers)
  await knex.batchInsert('products', made.map((product) => ({
    id: product.id, channel_id: product.channel.id, type: 'vod' as const, status: product.status, published_at: product.status === 'draft' ? null : new Date(),
    title: product.titles.es, slug: product.id, short_description: `Una tarde con ${product.speaker.name} y mucho público`,
  })), 500) // prettier-ignore
  await knex.batchInsert('product_translations', made.flatMap((product) => (['en', 'pt'] as const).map((language) => ({
    product_id: product.id, language, title: product.titles[language],
  }))), 500) // prettier-ignore
  await knex.batchInsert(
    'product_speakers',
    made.map((product) => ({ product_id: product.id, speaker_id: product.speaker.id })),
    500,
  )

  const shown = made.filter((product) => product.status === 'published')
  const queries = (['es', 'en', 'pt'] as const).flatMap((language) =>
    Array.from({ length: 20 }, (_, index): GoldenQuery => {
      // Few enough to be found on ten places.
      for (;;) {
        const target = pick(shown)
        const bySpeaker = index % 4 === 3
        const words = bySpeaker
          ? [target.speaker.name, subjects[language][target.subject] ?? '']
          : [forms[language][target.form] ?? '', subjects[language][target.subject] ?? '', target.place]
        const relevant = shown.filter(
          (product) =>
            product.subject === target.subject &&
            // prettier-ignore
            (bySpeaker ? product.speaker === target.speaker : product.form === target.form && product.place === target.place),
        )
        if (relevant.length > 10) continue
        const misspelled = index % 3 === 1
        const text = words.join(' ')
        return {
          language,
          text: misspelled ? misspell(text, random) : text.toLowerCase(),
          misspelled,
          relevant: new Set(relevant.map((product) => product.id)),
        }
      }
    }),
  )
  return { queries, hidden: new Set(made.filter((product) => product.status === 'draft').map((product) => product.id)) }
}

/**
 * One slip of the keyboard in one word or two: swapped, left out, doubled or the next key; and nobody types accents in
 * a hurry.
 */
function misspell(text: string, random: () => number): string {
  const words = text.normalize('NFD').replaceAll(/\p{M}/gu, '').split(' ')
  const long = words.flatMap((word, index) => (word.length >= 5 ? [index] : []))
  const slips = long.length > 2 ? 2 : 1
  for (let slip = 0; slip < slips; slip++) {
    const index = long.splice(Math.floor(random() * long.length), 1)[0] ?? 0
    words[index] = slipIn(words[index] ?? '', random)
  }
  return words.join(' ')
}

// prettier-ignore
const nextKey: Record<string, string> = { a: 's', b: 'v', c: 'x', d: 'f', e: 'r', g: 'h', i: 'o', l: 'k', m: 'n', n: 'b', o: 'p', r: 't', s: 'd', t: 'y', u: 'i' }

function slipIn(word: string, random: () => number): string {
  const place = 1 + Math.floor(random() * (word.length - 2))
  const [head, letter = '', next = '', tail] = [word.slice(0, place), word[place], word[place + 1], word.slice(place + 2)]
  switch (Math.floor(random() * 4)) {
    case 0:
      return head + next + letter + tail
    case 1:
      return head + next + tail
    case 2:
      return head + letter + letter + next + tail
    default:
      return head + (nextKey[letter] ?? 'x') + next + tail
  }
}
