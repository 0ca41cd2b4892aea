// The least that a page of a course and a report of progress need: Koa, pg with prepared statements, the token and the
// session, and rows that were put into `bench_rows`. No limits, no validation, no access, no locks of lessons, no
// contract. argv: database address, secret. Prints its port.
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import Koa from 'koa'
import pg from 'pg'

const [databaseUrl = '', secret = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const key = new TextEncoder().encode(secret)
const statements = {
  check: 'select u.* from user_sessions s join users u on u.id = s.user_id where s.id = $1 and s.revoked_at is null',
  rows: 'select part, doc from bench_rows where address = $1 order by position',
  lock: `select pg_advisory_xact_lock(hashtextextended('progress:' || $1, 0))`,
  last: 'select max(reported_at) as at from lesson_progress where user_id = $1',
  cover: `insert into lesson_progress as g (user_id, lesson_id, covered, position_ms, reported_at)
    values ($1, $2, int8multirange(int8range($3, $4)), $4, now())
    on conflict (user_id, lesson_id) do update set covered = g.covered + excluded.covered, position_ms = excluded.position_ms, reported_at = excluded.reported_at`,
} as const
const run = async (client: pg.Pool | pg.PoolClient, name: keyof typeof statements, values: unknown[]) =>
  (await client.query({ name, text: statements[name], values })).rows as Record<string, unknown>[]

interface Report {
  lessons: { id: string; stretches: { fromMs: number; toMs: number }[] }[]
}

async function report(ctx: Koa.Context, userId: unknown): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of ctx.req as AsyncIterable<Buffer>) parts.push(part)
  const { lessons } = JSON.parse(Buffer.concat(parts).toString()) as Report
  const client = await pool.connect()
  await client.query('begin')
  await run(client, 'lock', [userId])
  await run(client, 'last', [userId])
  for (const { id, stretches } of lessons) for (const { fromMs, toMs } of stretches) await run(client, 'cover', [userId, id, fromMs, toMs])
  await client.query('commit')
  client.release()
}

const app = new Koa()
app.use(async (ctx) => {
  const { payload } = await jwtVerify(ctx.get('authorization').slice(7), key)
  const [user] = await run(pool, 'check', [payload['sid']])
  if (ctx.method === 'POST') await report(ctx, user?.['id'])
  const rows = await run(pool, 'rows', [ctx.url.replace('/progress', '')])
  const list = rows.filter(({ part }) => part === 'item').map(({ doc }) => doc)
  const frame = rows.find(({ part }) => part !== 'item')
  if (frame) ctx.body = frame['part'] === 'whole' ? frame['doc'] : { ...(frame['doc'] as object), [String(frame['part'])]: list }
})
const server = app.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
