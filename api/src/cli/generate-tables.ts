import { mkdir, writeFile } from 'node:fs/promises'
import { renderTables } from '../db/generate-tables.ts'
import { createTestDatabase } from '../testing/database.ts'

// Run after changing a migration, with TEST_DATABASE_URL set, then format: oxfmt api/src/db
const database = await createTestDatabase()
try {
  const folder = new URL('../db/', import.meta.url)
  await mkdir(new URL('tables/', folder), { recursive: true })
  for (const [name, text] of await renderTables(database.knex)) {
    await writeFile(new URL(name, folder), text)
    process.stdout.write(`wrote api/src/db/${name}\n`)
  }
} finally {
  await database.drop()
}
