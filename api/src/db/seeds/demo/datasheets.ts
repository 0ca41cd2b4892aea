import { emptyDatasheet, type DatasheetContent } from '@e-events/shared/contract/learning/datasheets.ts'
import type { Knex } from 'knex'
import { toJson } from '../../row.ts'

/** Datasheets by the slug of their product, in the language that each was written in. */
export const demoDatasheets: Readonly<Record<string, DatasheetContent>> = {
  'cuaderno-de-escucha': {
    ...emptyDatasheet,
    title: 'Cuaderno de escucha: doce ejercicios',
    author: 'Irene Valcárcel Soto',
    abstract:
      'Doce ejercicios para aprender a oír una canción por dentro: qué suena, dónde está cada cosa y por qué se nota cuando falta. Pensados para secundaria, se hacen con cualquier altavoz y sin saber solfeo.\n\nCada ejercicio dura entre diez y quince minutos y termina con una pregunta que se contesta escribiendo o dibujando. La última sesión junta todo: el grupo graba los sonidos de su patio y los ordena como si fueran una canción.',
    modality: 'Presencial, con una sesión en línea',
    duration: 'Seis sesiones de 50 minutos',
    complexity: 'Inicial',
    relatedLinks: ['https://freesound.org', 'https://www.bbc.co.uk/soundeffects'],
    license: 'CC BY-SA 4.0',
    resources:
      'Un altavoz, folios y lápices de cuatro colores. Un teléfono que grabe por cada cuatro personas.\n\nFichas para imprimir y fragmentos separados por capas: voz, bajo, batería y aire.',
    benefits: [
      'Escuchar tres minutos seguidos sin hacer otra cosa',
      'Poner nombre a lo que se oye',
      'Discutir un gusto con argumentos',
      'Trabajar en grupo con un resultado que suena',
    ],
    testimonials: [
      { name: 'Marta, profesora de Música', text: 'Dos semanas después todavía me paran en el pasillo para contarme qué han oído.' },
      { name: 'Iker, 14 años', text: 'Yo pensaba que el bajo no estaba. Ahora no puedo dejar de oírlo.' },
    ],
    time: 'Media hora antes de cada sesión',
    experience: 'No hace falta saber música',
    people: 'Una docente',
    money: 'Menos de 10 € en copias',
    participants: 'De 8 a 30',
    mechanisms: 'Escucha guiada, dibujo a ciegas, votación con tarjetas y una puesta en común corta al final.',
    strategy: 'Empezar por lo que el grupo ya escucha en casa y quitarle capas, en lugar de empezar por lo que debería gustarle.',
    pedagogicalMethod: 'Aprendizaje por descubrimiento: primero el oído, después la palabra y solo al final el nombre técnico.',
    skills: 'Escucha atenta, expresión oral y escrita, cooperación y uso responsable de grabaciones propias y ajenas.',
  },
}

/** Datasheets, as far as they are missing. */
export async function seedDatasheets(knex: Knex, productIdOf: (slug: string) => string): Promise<void> {
  for (const [slug, { relatedLinks, pedagogicalMethod, testimonials, ...same }] of Object.entries(demoDatasheets)) {
    const product = await knex('products')
      .where({ id: productIdOf(slug) })
      .first('id')
    if (!product) continue
    await knex('datasheets')
      .insert({
        product_id: product.id,
        ...same,
        related_links: relatedLinks,
        pedagogical_method: pedagogicalMethod,
        testimonials: toJson(testimonials),
      })
      .onConflict()
      .ignore()
  }
}
