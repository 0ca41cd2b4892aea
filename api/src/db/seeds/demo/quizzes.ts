import type { OwnQuestion } from '@e-events/shared/contract/learning/quizzes.ts'
import type { Knex } from 'knex'
import { toJson } from '../../row.ts'
import { demoId } from './ids.ts'

const id = (name: string) => demoId(`quiz/${name}`)
const options = (name: string, texts: readonly string[]) => texts.map((text, place) => ({ id: id(`${name}/${place}`), text }))

/** A question of each type on the bread that the lesson before has begun. */
const questions: OwnQuestion[] = [
  {
    id: id('harina'),
    type: 'single',
    text: '¿Con qué harina despierta antes un cultivo?',
    options: options('harina', ['Con blanca de repostería', 'Con integral de centeno', 'Con maicena']),
    right: id('harina/1'),
    explanation: 'El centeno integral lleva más levaduras del campo y más azúcares libres.',
  },
  {
    id: id('listo'),
    type: 'multiple',
    text: '¿Qué dice que el cultivo está listo?',
    options: options('listo', [
      'Dobla su volumen en pocas horas',
      'Huele a yogur',
      'Tiene una capa de líquido gris',
      'Está lleno de burbujas',
    ]),
    right: [id('listo/0'), id('listo/1'), id('listo/3')],
    explanation: 'El líquido gris es hambre: toca darle harina.',
  },
  { id: id('frio'), type: 'boolean', text: 'En la nevera el cultivo muere.', right: false, explanation: 'Se duerme; aguanta semanas.' },
  {
    id: id('gas'),
    type: 'text',
    text: '¿Qué gas hincha la masa?',
    accepted: ['Dióxido de carbono', 'CO2', 'Anhídrido carbónico'],
    explanation: '',
  },
  {
    id: id('agua'),
    type: 'number',
    text: 'Una masa de 500 g de harina con un 70 % de agua, ¿cuántos gramos de agua lleva?',
    value: 350,
    tolerance: 5,
    explanation: '500 × 0,7 = 350.',
  },
]

/** A course of the demo whose lessons open in their order, with a quiz in the second one. */
export async function seedQuizzes(knex: Knex, productIdOf: (slug: string) => string): Promise<void> {
  const lesson_id = demoId('lesson/pan-de-masa-madre/0/1')
  if (!(await knex('lessons').where({ id: lesson_id }).first('id')) || (await knex('lesson_quizzes').where({ lesson_id }).first('id')))
    return
  await knex('course_details')
    .insert({ product_id: productIdOf('pan-de-masa-madre'), lesson_order: 'enforced' })
    .onConflict('product_id')
    .merge(['lesson_order'])
  await knex('lesson_quizzes').insert({
    id: id('pan'),
    lesson_id,
    title: '¿Está listo tu cultivo?',
    pass_percent: 70,
    attempts: 3,
    questions: toJson(questions),
  })
}
