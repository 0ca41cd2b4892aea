import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createLog } from './log.ts'

it('shows of an error of the database what happened, and no value of a row', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', node: 'n', destination: { write: (line) => lines.push(line) } })
  const database = await createTestDatabase()
  try {
    await database.knex('users').insert({ email: 'somebody@example.test', name: null } as never)
  } catch (error) {
    log.error({ err: error }, 'unexpected failure')
  } finally {
    await database.drop()
  }
  const [line = ''] = lines
  expect(line).toContain('violates not-null constraint')
  expect(line).not.toContain('somebody@example.test')
  expect(line).not.toContain('Failing row')
})

it('keeps the detail of our own refusals', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', node: 'n', destination: { write: (line) => lines.push(line) } })
  log.warn({ err: Object.assign(new Error('no'), { detail: 'the reason' }) }, 'refused')
  expect(lines[0]).toContain('the reason')
})
