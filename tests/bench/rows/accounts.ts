import { hash } from '@node-rs/argon2'
import { createTestDatabase } from '../../../api/src/testing/database.ts'
import { accessTokenSecret, connections, cost, send, startApi, startBare, type Side } from '../lib/api-lab.ts'
import type { Bench, Row } from '../lib/bench.ts'
import type { Figure } from '../lib/figures.ts'
import { interleave } from '../lib/rounds.ts'

const people = 10_000
const password = 'Abcdef1$'

interface Lab {
  ours: Side
  bare: Side
}

/** The api as it runs, and a bare server on the same ten thousand accounts. Made once for the three rows. */
let lab: Promise<Lab> | undefined
function openLab(bench: Bench): Promise<Lab> {
  lab ??= (async () => {
    bench.say(`${people} accounts, the api and a bare server`)
    const database = await createTestDatabase({ poolMax: 2 })
    bench.atEnd(() => database.drop())
    const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await database.knex.raw(
      `insert into users (email, email_verified_at, password_hash, name, surname, country, created_at, roles)
       select 'person-' || n || '@example.test', now(), ?, 'Persona ' || n, 'Apellido', 'ES', now() - n * interval '1 minute',
         case when n = 0 then array['VIEWER', 'ADMIN'] else array['VIEWER'] end
       from generate_series(0, ?::int) n`,
      [passwordHash, people - 1],
    )
    // Its administrator logs in by password alone.
    await database.knex('site_config').update({ two_factor_roles: [] })
    await database.knex.raw('analyze users')
    const ours = await startApi(database.url)
    bench.atEnd(() => ours.child.end('SIGTERM'))
    const bare = await startBare('bare-accounts.ts', [database.url, accessTokenSecret])
    bench.atEnd(() => bare.child.end('SIGTERM'))
    for (const side of [ours, bare]) side.token = (JSON.parse(await login(side, 0)) as { authToken: string }).authToken
    return { ours, bare }
  })()
  return lab
}

/** Somebody else each time: one account that logs in a thousand times is no everyday. */
function login(side: Side, index: number): Promise<string> {
  const user = `person-${index % people}@example.test`
  return send(side.origin, { path: '/api/auth/login', body: { user, password, client: 'studio' } })
}

function row(options: { id: string; title: string; note: string; one: (side: Side, index: number) => Promise<string> }): Row {
  return {
    id: options.id,
    title: options.title,
    async measure(bench) {
      const { ours, bare } = await openLab(bench)
      const seconds = Math.min(bench.seconds, 5)
      // A first round for the compilers and caches of both.
      for (const side of [ours, bare]) await cost(side, 2, options.one)
      const measured = await interleave(bench, options.id, {
        ours: () => cost(ours, seconds, options.one),
        baseline: () => cost(bare, seconds, options.one),
      })
      const how = `${people} accounts, ${connections} connections, as fast as it goes, ${seconds} s a round; processor time of the Node process alone`
      const figure: Figure = { name: options.title, unit: 'CPU ms', ...measured, goal: {}, note: `${how}; ${options.note}` }
      return { figures: [figure] }
    },
  }
}

export const accountRows: readonly Row[] = [
  row({
    id: 'login',
    title: 'Log-in',
    note: 'against Koa and prepared statements with the same argon2id hash, session, refresh token and access token, but without limits, validation and contract; nearly all of both is the hash',
    one: login,
  }),
  row({
    id: 'session',
    title: 'Session check (GET /me)',
    note: 'against the verified token and one prepared statement that answers its row; ours also counts limits in Redis, reads the settings of the second factor and what waits for the account, and parses its reply by the contract',
    one: (side) => send(side.origin, { path: '/api/me', token: side.token }),
  }),
  row({
    id: 'people',
    title: `Page of ${people} users with its total`,
    note: 'against the verified token, one prepared statement for the session, one for the page and one for the total; ours also works out what may be done with each account and parses its reply by the contract',
    one: (side) => send(side.origin, { path: '/api/users', token: side.token }),
  }),
]
