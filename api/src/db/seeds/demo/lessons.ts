import type { Knex } from 'knex'
import { demoId } from './ids.ts'

interface DemoLesson {
  title: string
  notes?: string
  /** A video of the demo. */
  film?: string
  /** A show or a meeting of the demo, with its dates. */
  live?: string
  meeting?: string
  isPreview?: boolean
}

const courses: Readonly<Record<string, readonly { title: string; lessons: readonly DemoLesson[] }[]>> = {
  'diseno-desde-cero': [
    {
      title: 'Mirar antes de mover',
      lessons: [
        {
          title: 'Lo que una página pide',
          film: 'marea-de-luz',
          isPreview: true,
          notes: 'Apunta qué miras primero y qué no has visto hasta el final.\n\nNo hace falta abrir ningún programa.',
        },
        { title: 'La retícula y el aire', film: 'los-relojes-de-agua', notes: 'Dobla un folio en tres y coloca en él un solo párrafo.' },
        { title: 'Ejercicio: un cartel a una tinta', notes: 'Papel, tijeras y una tarde.\n\nMarca la lección cuando lo hayas terminado.' },
      ],
    },
    {
      title: 'Letra y color',
      lessons: [
        { title: 'Elegir una letra', film: 'ultimo-tren-a-valdeniebla' },
        { title: 'Dos colores bastan', film: 'manos-de-barro' },
      ],
    },
    {
      title: 'A la vez y en compañía',
      lessons: [
        { title: 'Dibujar el tiempo, en directo', live: 'jornada-dibujar-el-tiempo', notes: 'Ten a mano lápiz y un reloj con agujas.' },
        { title: 'Tutoría: trae tu cartel', meeting: 'tutoria-abierta' },
      ],
    },
  ],
  'pan-de-masa-madre': [
    {
      title: 'El tarro',
      lessons: [
        { title: 'Harina, agua y paciencia', film: 'panaderas-de-madrugada', isPreview: true },
        { title: 'Una semana de notas', notes: 'Cada mañana: olor, burbujas y hora.' },
        { title: 'El primer pan', film: 'panaderas-de-madrugada' },
      ],
    },
  ],
  'contar-con-datos': [
    {
      title: 'De la tabla a la historia',
      lessons: [
        { title: 'Una pregunta por gráfico', film: 'los-relojes-de-agua', isPreview: true },
        { title: 'Ejercicio: tres titulares para una tabla', notes: 'Escribe tres y borra dos. Di por qué queda ese.' },
      ],
    },
  ],
  'grabar-en-la-cocina': [
    {
      title: 'Un cuarto que suena bien',
      lessons: [
        { title: 'Mantas, puertas y silencio', film: 'ensayo-a-puerta-cerrada', isPreview: true },
        { title: 'Lista antes de grabar', notes: 'Nevera apagada, móvil fuera, una toma de prueba.' },
      ],
    },
  ],
  'guitarra-paso-a-paso': [
    {
      title: 'Las primeras cuerdas',
      lessons: [
        { title: 'Afinar de oído', film: 'ensayo-a-puerta-cerrada', isPreview: true },
        { title: 'Diez minutos cada día', notes: 'Dos acordes, despacio, con metrónomo. Marca la lección al cabo de una semana.' },
      ],
    },
  ],
}
const masters: Readonly<Record<string, readonly string[]>> = { 'master-narrativa-visual': ['diseno-desde-cero', 'contar-con-datos'] }

/** Writes the lessons of the demo's courses and the courses of its master, where there are none yet. */
export async function seedLessons(knex: Knex, productIdOf: (slug: string) => string): Promise<void> {
  const known = new Set(await knex('products').pluck<string[]>('id'))
  for (const [slug, modules] of Object.entries(courses)) {
    const courseId = productIdOf(slug)
    if (!known.has(courseId) || (await knex('course_modules').where({ product_id: courseId }).first('id'))) continue
    for (const [position, { title, lessons }] of modules.entries()) {
      const moduleId = demoId(`module/${slug}/${position}`)
      await knex('course_modules').insert({ id: moduleId, product_id: courseId, title, position })
      await knex('lessons').insert(
        lessons.map((lesson, place) => ({
          ...sourceOf(lesson, (source) => (known.has(productIdOf(source)) ? productIdOf(source) : null)),
          id: demoId(`lesson/${slug}/${position}/${place}`),
          module_id: moduleId,
          title: lesson.title,
          position: place,
          notes: lesson.notes ?? '',
          is_preview: lesson.isPreview ?? false,
        })),
      )
    }
  }
  for (const [slug, held] of Object.entries(masters)) {
    const masterId = productIdOf(slug)
    if (!known.has(masterId) || (await knex('master_courses').where({ master_id: masterId }).first('course_id'))) continue
    const rows = held
      .filter((course) => known.has(productIdOf(course)))
      .map((course, position) => ({ master_id: masterId, course_id: productIdOf(course), position }))
    if (rows.length > 0) await knex('master_courses').insert(rows)
  }
}

function sourceOf({ film, live, meeting }: DemoLesson, idOf: (slug: string) => string | null) {
  if (film !== undefined) return { kind: 'video' as const, source_product_id: idOf(film) }
  if (live !== undefined) return { kind: 'live' as const, source_product_id: idOf(live) }
  if (meeting !== undefined) return { kind: 'meeting' as const, source_product_id: idOf(meeting) }
  return { kind: 'text' as const, source_product_id: null }
}
