import { parseArgs } from 'node:util'
import { reachOf } from '@e-events/shared/node/deployment.ts'
import { createStorage, readStorageConfig } from '@e-events/shared/node/create-storage.ts'
import { createKnex } from '../db/knex.ts'

const usage = `usage: node api/src/cli/seed.ts --demo [--url postgres://…]
  --demo   accounts, catalogue, pictures and dates of the demo; safe to repeat, refused in production
  --tidy   with --demo: only removes recordings of the demo's show but the newest
  --url    the database; DATABASE_URL otherwise
environment: DATABASE_URL, STORAGE_DRIVER and STORAGE_DIR or S3_…, DEMO_FILE (.data/demo.json),
             PUBLIC_ORIGIN (the accounts get passwords that nobody knows where it is not loopback),
             DATA_ENCRYPTION_KEY (that of the api; without it nobody has a certificate)`

const { values } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    tidy: { type: 'boolean', default: false },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  if (values.help) return void print(usage)
  // oxlint-disable-next-line node/no-process-env -- a command line of its own: it needs some variables and not the whole service configuration
  const env = process.env
  if (!values.demo) throw new Error(`nothing to do without --demo\n${usage}`)
  if (env['NODE_ENV'] === 'production') throw new Error('the demo is never seeded in production: it has accounts with known passwords')
  const url = values.url ?? env['DATABASE_URL']
  if (!url) throw new Error(`no database named\n${usage}`)
  const knex = createKnex(url, { poolMax: 2, applicationName: 'e-events-seed' })
  try {
    const storage = await createStorage(readStorageConfig(env))
    if (values.tidy) {
      const { removeOldRecordings } = await import('../db/seeds/demo/tidy.ts')
      const removed = await removeOldRecordings({ knex, storage, now: new Date() })
      print(`removed ${removed} recordings`)
      return
    }
    const { seedDemo } = await import('../db/seeds/demo/demo.ts')
    const startedMs = Date.now()
    const isExposed = reachOf({ nodeEnv: 'development', origins: [env['PUBLIC_ORIGIN']], listens: [] }) !== 'local'
    const demoFile = env['DEMO_FILE'] ?? '.data/demo.json'
    const { DATA_ENCRYPTION_KEY: dataKey, PUBLIC_ORIGIN: origin } = env
    const seal = dataKey && origin ? { dataKey, origin } : undefined
    const { products, drawn } = await seedDemo({ knex, storage, demoFile, now: new Date(), isExposed, seal })
    print(`${products} products, ${drawn} pictures drawn, ${((Date.now() - startedMs) / 1000).toFixed(1)} s`)
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
