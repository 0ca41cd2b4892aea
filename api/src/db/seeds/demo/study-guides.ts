import type { StudyGuide } from '@e-events/shared/contract/learning/study-guides.ts'
import type { Knex } from 'knex'
import { saveGuide } from '../../../domains/learning/study-guides/repository.ts'

const guides: Readonly<Record<string, StudyGuide>> = {
  'diseno-desde-cero': {
    requirements: 'Papel, lápiz y tijeras.\nNo hace falta saber dibujar ni tener ningún programa.',
    program: 'Cuatro semanas, dos tardes cada una. Primero se mira, después se mueve: cada lección acaba con un ejercicio de una hora.',
    faqs: [
      { question: '¿Cuánto tiempo tengo?', answer: 'El que necesites: el curso no caduca y cada lección se puede volver a ver.' },
      { question: '¿Y si me quedo a medias?', answer: 'La página del curso recuerda por dónde ibas, también en otro dispositivo.' },
      { question: '¿Hay ejercicios?', answer: 'Sí, uno por lección con texto. Los marcas tú cuando los has hecho.' },
    ],
  },
  'pan-de-masa-madre': {
    requirements: 'Un tarro de cristal, una báscula y un horno.',
    program: 'Siete días de espera y uno de horno.',
    faqs: [{ question: '¿Qué harina compro?', answer: 'Cualquiera que sea integral y reciente.' }],
  },
  'master-narrativa-visual': {
    requirements: 'Ganas de contar algo con imágenes.',
    program: 'Dos cursos, en el orden que quieras. Lo que ya has visto cuenta desde el primer día.',
    faqs: [{ question: '¿Y si ya tengo uno de los cursos?', answer: 'Su progreso cuenta, y no se cobra otra vez.' }],
  },
}

/** Requirements, program and FAQs, where nobody wrote any. */
export async function seedStudyGuides(knex: Knex, productIdOf: (slug: string) => string): Promise<void> {
  const known = new Set(await knex('products').pluck<string[]>('id'))
  for (const [slug, guide] of Object.entries(guides))
    if (known.has(productIdOf(slug))) await saveGuide(knex, productIdOf(slug), { version: 0, ...guide })
}
