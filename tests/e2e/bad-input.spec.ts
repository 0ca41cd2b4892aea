import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { ErrorCode } from '@e-events/shared/errors.ts'
import { signMediaToken, signSfuToken } from '@e-events/shared/node/tokens.ts'
import { createAccessTokens } from '../../api/src/http/access-token.ts'
import { call, getPlayback, logIn, startShow, stopShow, type Answer } from '../support/api-calls.ts'
import { expect, test } from '../support/e2e.ts'
import { addOrganizer, addShow, addViewer, giveTicket, minutesFromNow, type Show } from '../support/people.ts'
import { knock } from '../support/signalling.ts'
import type { Stack } from '../support/stack.ts'

// Doors of the real stack, tried from outside with what must not open them.
const near = [{ fromMin: -5, toMin: 60 }] as const

/** The same call in three languages: one code, three texts that a person can read. */
async function expectRefusal(make: (language: 'es' | 'en' | 'pt') => Promise<Answer>, status: number, code: ErrorCode): Promise<void> {
  const answers = [await make('es'), await make('en'), await make('pt')]
  expect(answers.map((answer) => [answer.status, answer.code])).toEqual([
    [status, code],
    [status, code],
    [status, code],
  ])
  const texts = answers.map((answer) => answer.message ?? '')
  expect(new Set(texts).size).toBe(3)
  for (const text of texts) {
    expect(text.length).toBeGreaterThan(10)
    expect(text).not.toContain(code)
  }
}

test.describe('tokens at the api', () => {
  test('none, nonsense, foreign and expired ones are no session', async ({ stack }) => {
    const viewer = await addViewer(stack)
    const sign = (secret: string, nowMs: number) =>
      createAccessTokens({ secret, ttlMs: 60_000 }).sign({ userId: viewer.id as never, sessionId: randomUUID() }, nowMs)
    const own = String(stack.env['ACCESS_TOKEN_SECRET'])
    const good = await logIn(stack, viewer)
    expect((await call(stack, 'GET /me', { token: good })).status).toBe(200)
    const bad = [
      undefined,
      'nonsense',
      `${good.slice(0, -4)}AAAA`,
      (await sign('another secret that is long enough to sign', Date.now())).token,
      (await sign(own, Date.now() - 3_600_000)).token,
      // A media token is a token of ours, for another door.
      signMediaToken({ userId: viewer.id, productId: randomUUID(), prefixes: ['vod/x'], expiresAtMs: Date.now() + 60_000 }, own),
    ]
    for (const token of bad) await expectRefusal((language) => call(stack, 'GET /me', { token, language }), 401, 'UNAUTHENTICATED')
  })
})

test.describe('going live', () => {
  const token = (stack: Stack, show: Show) => logIn(stack, show.organizer)
  const refused = async (stack: Stack, show: Show, code: ErrorCode) => {
    const organizer = await token(stack, show)
    await expectRefusal((language) => startShow(stack, show.product.slug, { token: organizer, language }), 409, code)
    await expect(stack.knex('broadcasts').where({ product_id: show.product.id })).resolves.toEqual([])
  }

  test('is not for viewers, and foreign products do not exist [LIVE-001]', async ({ stack }) => {
    const { product } = await addShow(stack, { sessions: near })
    const viewer = await logIn(stack, await addViewer(stack))
    const stranger = await logIn(stack, await addOrganizer(stack))
    await expectRefusal((language) => startShow(stack, product.slug, { token: viewer, language }), 403, 'FORBIDDEN_ROLE')
    await expectRefusal((language) => startShow(stack, product.slug, { token: stranger, language }), 404, 'NOT_FOUND')
    await expectRefusal((language) => stopShow(stack, product.slug, { token: stranger, language }), 404, 'NOT_FOUND')
  })

  test('needs an approved channel', async ({ stack }) => {
    await refused(stack, await addShow(stack, { sessions: near, channel: 'revision' }), 'CHANNEL_NOT_APPROVED')
  })

  test('needs a published product', async ({ stack }) => {
    await refused(stack, await addShow(stack, { sessions: near, product: { status: 'draft' } }), 'PRODUCT_NOT_PUBLISHED')
  })

  test('needs a session that is near: from 60 minutes before it [LIVE-021]', async ({ stack }) => {
    await refused(stack, await addShow(stack, { sessions: [{ fromMin: 62, toMin: 90 }] }), 'BROADCAST_NO_SESSION')
    await refused(stack, await addShow(stack, { sessions: [] }), 'BROADCAST_NO_SESSION')
    const soon = await addShow(stack, { sessions: [{ fromMin: 58, toMin: 90 }] })
    const organizer = await token(stack, soon)
    expect((await startShow(stack, soon.product.slug, { token: organizer })).status).toBe(200)
    expect((await stopShow(stack, soon.product.slug, { token: organizer })).status).toBe(200)
  })

  test('is for live products only', async ({ stack }) => {
    await refused(stack, await addShow(stack, { product: { type: 'vod' } }), 'PRODUCT_NOT_LIVE')
  })

  test('happens once: no second start, no second stop, no return to a finished session [LIVE-001, LIVE-002, LIVE-003, LIVE-023]', async ({
    stack,
  }) => {
    const show = await addShow(stack, { sessions: near })
    const { slug } = show.product
    const organizer = await token(stack, show)
    await expectRefusal((language) => stopShow(stack, slug, { token: organizer, language }), 409, 'BROADCAST_STATE')
    const started = await startShow(stack, slug, { token: organizer })
    expect(started).toMatchObject({ status: 200, body: { broadcast: { state: 'on_air' } } })
    await expectRefusal((language) => startShow(stack, slug, { token: organizer, language }), 409, 'BROADCAST_STATE')
    const still = await call(stack, `GET /broadcasts/${slug}`, { token: organizer })
    expect(still.body).toMatchObject({ id: started.body.broadcast.id, state: 'on_air' })
    expect(await stopShow(stack, slug, { token: organizer })).toMatchObject({ status: 200, body: { state: 'ended' } })
    await expectRefusal((language) => stopShow(stack, slug, { token: organizer, language }), 409, 'BROADCAST_STATE')
    await expectRefusal((language) => startShow(stack, slug, { token: organizer, language }), 409, 'SESSION_FINISHED')
  })

  test('two starts at the same moment are one broadcast [LIVE-023]', async ({ stack }) => {
    const show = await addShow(stack, { sessions: near })
    const organizer = await token(stack, show)
    const answers = await Promise.all([0, 1, 2, 3].map(() => startShow(stack, show.product.slug, { token: organizer })))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    await expect(stack.knex('broadcasts').where({ product_id: show.product.id })).resolves.toHaveLength(1)
    await stopShow(stack, show.product.slug, { token: organizer })
  })
})

test.describe('tickets', () => {
  test('one per account, however often and fast it is asked for', async ({ stack }) => {
    const { product } = await addShow(stack, { sessions: near })
    const viewer = await logIn(stack, await addViewer(stack))
    const redeem = (language: 'es' | 'en' | 'pt' = 'en') =>
      call(stack, `POST /products/${product.slug}/tickets`, { token: viewer, language })
    const answers = await Promise.all([redeem(), redeem(), redeem(), redeem(), redeem()])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
    await expectRefusal(redeem, 409, 'ALREADY_HAS_TICKET')
    await expect(stack.knex('tickets').where({ product_id: product.id })).resolves.toHaveLength(1)
  })

  test('a paid product is not given away', async ({ stack }) => {
    const { product } = await addShow(stack, { sessions: near, product: { plan: 'paid' } })
    const viewer = await addViewer(stack)
    const token = await logIn(stack, viewer)
    await expectRefusal((language) => call(stack, `POST /products/${product.slug}/tickets`, { token, language }), 402, 'PAYMENT_REQUIRED')
    const playback = await getPlayback(stack, product.slug, { token })
    expect(playback.status).toBe(402)
    expect(JSON.stringify(playback.body)).not.toContain('/media/')
    await expect(stack.knex('tickets').where({ product_id: product.id })).resolves.toEqual([])
  })

  test('not before the sale and not after it', async ({ stack }) => {
    const token = await logIn(stack, await addViewer(stack))
    const before = await addShow(stack, { sessions: near, product: { sale_starts_at: minutesFromNow(30) } })
    const after = await addShow(stack, { sessions: near, product: { sale_ends_at: minutesFromNow(-30) } })
    const redeem = (show: Show) => (language: 'es' | 'en' | 'pt') =>
      call(stack, `POST /products/${show.product.slug}/tickets`, { token, language })
    await expectRefusal(redeem(before), 409, 'SALE_NOT_OPEN')
    await expectRefusal(redeem(after), 409, 'NOT_PURCHASABLE')
  })
})

test.describe('the signalling door', () => {
  let grant: BroadcastGrant
  let show: Show
  test.beforeEach(async ({ stack }) => {
    show = await addShow(stack, { sessions: near })
    grant = (await startShow(stack, show.product.slug, { token: await logIn(stack, show.organizer) })).body
  })
  test.afterEach(async ({ stack }) => {
    // Whatever was tried, the show itself still runs and ends in order.
    const ended = await stopShow(stack, show.product.slug, { token: await logIn(stack, show.organizer) })
    expect(ended).toMatchObject({ status: 200, body: { state: 'ended', endReason: 'organizer' } })
  })
  const sign = (stack: Stack, claims: Partial<Parameters<typeof signSfuToken>[0]>, secret?: string, nowMs = Date.now()) =>
    signSfuToken(
      { sub: show.organizer.id, role: 'publisher', broadcastId: grant.broadcast.id, ...claims },
      secret ?? String(stack.env['SFU_TOKEN_SECRET']),
      60_000,
      nowMs,
    )

  test('stays shut for no token, nonsense, a foreign or expired one, and one that was used', async ({ stack }) => {
    const first = await knock(stack, { token: grant.grant.token })
    expect(first.refused).toBeUndefined()
    const bad = [
      undefined,
      7,
      'nonsense',
      await sign(stack, {}, 'another secret that is long enough to sign'),
      await sign(stack, {}, undefined, Date.now() - 3_600_000),
      // The services' role, signed with the secret that only opens the doors of people.
      await sign(stack, { role: 'egress' }),
      grant.grant.token,
    ]
    for (const token of bad) expect((await knock(stack, { token })).refused?.code).toBe('SIGNAL_TOKEN_INVALID')
    const texts = await Promise.all(
      ['es', 'en', 'pt'].map(async (language) => (await knock(stack, { token: 'x', language })).refused?.message),
    )
    expect(new Set(texts).size).toBe(3)
    first.peer?.close()
  })

  test('stays shut for pages of other sites', async ({ stack }) => {
    const { refused } = await knock(stack, { token: await sign(stack, {}), origin: 'https://elsewhere.example' })
    expect(refused).toBeDefined()
  })

  test('answers what is malformed, unknown, out of order, of another role or room with a code [LIVE-007]', async ({ stack }) => {
    const { peer } = await knock(stack, { token: await sign(stack, { role: 'viewer', sub: randomUUID() }) })
    if (!peer) throw new Error('the viewer is not let in')
    const codeOf = async (envelope: unknown) => (await peer.send(envelope)).error?.code
    expect(await codeOf({ method: 'createTransport', data: { direction: 'recv' } })).toBe('SIGNAL_OUT_OF_ORDER')
    expect((await peer.send({ method: 'join', data: {} })).ok).toBe(true)
    expect(await codeOf({ method: 'join', data: {} })).toBe('SIGNAL_OUT_OF_ORDER')
    expect(await codeOf('hello')).toBe('SIGNAL_MALFORMED')
    expect(await codeOf({ method: 'consume', data: { feedId: 7 } })).toBe('SIGNAL_MALFORMED')
    expect(await codeOf({ method: 'format', data: {} })).toBe('SIGNAL_UNKNOWN_METHOD')
    expect(await codeOf({ method: 'stats', data: {} })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await codeOf({ method: 'createTransport', data: { direction: 'send' } })).toBe('SIGNAL_NOT_ALLOWED')
    expect(await codeOf({ method: 'resumeConsumer', data: { consumerId: randomUUID() } })).toBe('SIGNAL_NOT_ALLOWED')
    peer.close()
  })
})

test.describe('the media door', () => {
  test('answers every wrong address alike: no token, tampered, foreign, expired, out of its folder [VID-013]', async ({ stack }) => {
    const name = randomUUID()
    const folder = path.join(String(stack.env['STORAGE_DIR']), 'vod', name)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'master.m3u8'), '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-STREAM-INF:BANDWIDTH=1\nx.m3u8\n')
    await writeFile(path.join(folder, '720p_000.m4s'), 'segment')
    const secret = String(stack.env['MEDIA_TOKEN_SECRET'])
    const claims = { userId: randomUUID(), productId: randomUUID(), prefixes: [`vod/${name}`], expiresAtMs: Date.now() + 60_000 }
    const good = signMediaToken(claims, secret)
    const get = (token: string, key: string) =>
      fetch(`${stack.origin}/media/${token}/${key}`, { headers: { 'accept-language': 'es' }, redirect: 'manual' })
    for (const file of ['master.m3u8', '720p_000.m4s']) {
      const key = `vod/${name}/${file}`
      expect((await get(good, key)).status).toBe(200)
      const wrong = [
        get('none', key),
        get(`${good.slice(0, -3)}AAA`, key),
        get(signMediaToken(claims, 'another secret that is long enough to sign'), key),
        get(signMediaToken({ ...claims, expiresAtMs: Date.now() - 1 }, secret), key),
        get(signMediaToken({ ...claims, prefixes: [`vod/${randomUUID()}`] }, secret), key),
        get(signMediaToken({ ...claims, prefixes: [`vod/${name.slice(0, -1)}`] }, secret), key),
        get(good, `vod/${name}x/${file}`),
        get(good, `vod/x%2f..%2f${name}/${file}`),
        get(good, `vod/${name}/absent.m3u8`),
        fetch(`${stack.origin}/media/${key}`, { headers: { 'accept-language': 'es' } }),
      ]
      const answers = await Promise.all(wrong)
      expect(answers.map((answer) => answer.status)).toEqual(wrong.map(() => 404))
      const bodies = await Promise.all(answers.map(async (answer) => (await answer.json()) as { code: string; message: string }))
      expect(new Set(bodies.map((body) => `${body.code} ${body.message}`)).size).toBe(1)
      expect(bodies[0]?.code).toBe('NOT_FOUND')
    }
  })

  test('a ticket taken back is no ticket', async ({ stack }) => {
    const { product } = await addShow(stack, { product: { type: 'vod' } })
    const viewer = await addViewer(stack)
    await giveTicket(stack, viewer, product)
    await stack.factories.asset({ product_id: product.id })
    const token = await logIn(stack, viewer)
    expect((await getPlayback(stack, product.slug, { token })).status).toBe(200)
    await stack.knex('tickets').where({ product_id: product.id }).update({ revoked_at: new Date(), revoked_reason: 'refund' })
    expect(await getPlayback(stack, product.slug, { token })).toMatchObject({ status: 402, code: 'TICKET_REQUIRED' })
  })
})
