// The least that a log-in, a session check and a list of people need: Koa, pg with prepared statements, the same hash
// and the same token. No limits, no validation, no log, no audit, no contract. argv: database address, secret. Prints
// its port.
import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'
import { SignJWT, jwtVerify } from 'jose'
import Koa from 'koa'
import pg from 'pg'

const [databaseUrl = '', secret = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const key = new TextEncoder().encode(secret)
const statements = {
  user: 'select * from users where email = $1 and deleted_at is null',
  session:
    "insert into user_sessions (user_id, client, user_agent, expires_at, last_used_at) values ($1, $2, $3, now() + interval '30 days', now()) returning id",
  token: "insert into refresh_tokens (session_id, token_hash, expires_at) values ($1, $2, now() + interval '30 days')",
  login: 'update users set last_login_at = now() where id = $1',
  check: 'select u.* from user_sessions s join users u on u.id = s.user_id where s.id = $1 and s.revoked_at is null',
  people: `select id, name, surname, email, country, roles, approval_state, blocked_at, deleted_at, is_external, newsletter, locale, avatar_file_id, created_at,
    last_login_at from users where deleted_at is null order by created_at desc, id desc limit 25`,
  total: 'select count(*)::int as total from users where deleted_at is null',
} as const
type Statement = keyof typeof statements
interface Rows {
  rows: Record<string, unknown>[]
}
const run = (client: pg.Pool | pg.PoolClient, name: Statement, values: unknown[] = []): Promise<Rows> =>
  client.query({ name, text: statements[name], values })

async function login(ctx: Koa.Context): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of ctx.req as AsyncIterable<Buffer>) parts.push(part)
  const body = JSON.parse(Buffer.concat(parts).toString()) as { user: string; password: string }
  const [user] = (await run(pool, 'user', [body.user])).rows
  if (!user || !(await verify(String(user['password_hash']), body.password))) return ctx.throw(401)
  const refreshToken = randomBytes(32).toString('base64url')
  const client = await pool.connect()
  await client.query('begin')
  const [session] = (await run(client, 'session', [user['id'], 'studio', ctx.get('user-agent')])).rows
  await run(client, 'token', [session?.['id'], createHash('sha256').update(refreshToken).digest()])
  await run(client, 'login', [user['id']])
  await client.query('commit')
  client.release()
  const authToken = await new SignJWT({ sid: session?.['id'] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(user['id']))
    .setExpirationTime('15m')
    .sign(key)
  ctx.body = { authToken, refreshToken, user: shown(user) }
}

async function actor(ctx: Koa.Context): Promise<Record<string, unknown>> {
  const { payload } = await jwtVerify(ctx.get('authorization').slice(7), key)
  const [user] = (await run(pool, 'check', [payload['sid']])).rows
  return user ?? ctx.throw(401)
}

/** Without what nobody may see. */
function shown({ password_hash: _, search_vector: __, ...user }: Record<string, unknown>): Record<string, unknown> {
  return user
}

const app = new Koa()
app.use(async (ctx) => {
  if (ctx.path === '/api/auth/login') return login(ctx)
  const user = await actor(ctx)
  if (ctx.path === '/api/me') ctx.body = shown(user)
  else {
    const [people, total] = await Promise.all([run(pool, 'people'), run(pool, 'total')])
    ctx.body = { items: people.rows.slice(0, 24), total: total.rows[0]?.['total'] }
  }
})
const server = app.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
