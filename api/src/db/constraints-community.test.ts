import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createFactories, type Factories } from '../testing/factories.ts'
import { outcomeOf } from '../testing/refusals.ts'

let database: TestDatabase
let knex: Knex
let make: Factories

beforeAll(async () => {
  database = await createTestDatabase({ poolMax: 20 })
  knex = database.knex
  make = createFactories(knex)
})
afterAll(() => database.drop())

describe('meets and surveys', () => {
  it('a meet refuses the 71st participant, and takes the next when one leaves', async () => {
    const product = await make.product({ type: 'meet' })
    const [meet] = await knex('meets').insert({ product_id: product.id }).returning('id')
    const meet_id = meet?.id ?? ''
    const users = await knex('users')
      .insert(Array.from({ length: 71 }, (_, index) => ({ email: `meet-${index}@example.test` })))
      .returning('id')
    const join = (index: number) => knex('meet_participants').insert({ meet_id, user_id: users[index]?.id ?? '' })
    for (let index = 0; index < 70; index++) await join(index)
    expect(await outcomeOf(join(70))).toBe('meets_full')
    await knex('meet_participants').where({ meet_id, user_id: users[0]?.id }).update({ left_at: new Date() })
    expect(await outcomeOf(join(70))).toBe('allowed')
  })

  it('a survey is answered once per user and keeps its questions from then on', async () => {
    const [survey] = await knex('surveys')
      .insert({ title: 'Otoño', status: 'open', opened_at: new Date(), recipient_roles: ['VIEWER'] })
      .returning('id')
    const survey_id = survey?.id ?? ''
    const [section] = await knex('survey_sections').insert({ survey_id, title: 'Sonido', position: 0 }).returning('id')
    const section_id = section?.id ?? ''
    const question = (position: number) => knex('survey_questions').insert({ section_id, statement: '¿Qué tal?', type: 'scale', position })
    await question(0)
    const { id: user_id } = await make.user()
    await knex('survey_submissions').insert({ survey_id, user_id })
    expect(await outcomeOf(knex('survey_submissions').insert({ survey_id, user_id }))).toBe('survey_submissions_once')
    expect(await outcomeOf(question(1))).toBe('survey_questions_answered')
  })
})
