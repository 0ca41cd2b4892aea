import { parseArgs } from 'node:util'
import { grantAppRole } from '../db/app-role.ts'
import { createKnex } from '../db/knex.ts'
import { migrationConfig } from '../db/migration-source.ts'

const usage = `usage: node api/src/cli/migrate.ts [--rollback [--all]] [--status] [--url postgres://…]
  without options   applies every migration that is missing
  --rollback        takes back the last batch; with --all everything
  --status          prints what is applied and what is missing
  --url             the database, as the owner of its tables; DATABASE_URL otherwise
environment: APP_DATABASE_URL   the log-in that the api will use; after migrating it may read and write rows, and nothing more`

const { values } = parseArgs({
  options: {
    rollback: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    status: { type: 'boolean', default: false },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  if (values.help) return void print(usage)
  // oxlint-disable-next-line node/no-process-env -- a command line of its own: it needs two variables and not the whole service configuration
  const url = values.url ?? process.env['DATABASE_URL']
  if (!url) throw new Error(`no database named\n${usage}`)
  const knex = createKnex(url, { poolMax: 2, applicationName: 'e-events-migrate', statementTimeoutMs: 0 })
  try {
    if (values.status) {
      const [completed, pending] = (await knex.migrate.list(migrationConfig)) as [{ name: string }[], (readonly [string])[]]
      for (const { name } of completed) print(`applied  ${name}`)
      for (const [name] of pending) print(`missing  ${name}`)
      return
    }
    const [batch, names] = (
      values.rollback ? await knex.migrate.rollback(migrationConfig, values.all) : await knex.migrate.latest(migrationConfig)
    ) as [number, string[]]
    for (const name of names) print(`${values.rollback ? 'took back' : 'applied'} ${name}`)
    print(names.length === 0 ? 'database is up to date' : `batch ${batch} done`)
    // oxlint-disable-next-line node/no-process-env -- as above
    const appUrl = process.env['APP_DATABASE_URL']
    if (appUrl && !values.rollback) print(`rights given to ${await grantAppRole(knex, appUrl)}`)
  } finally {
    await knex.destroy()
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
