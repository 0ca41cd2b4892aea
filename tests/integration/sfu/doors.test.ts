import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { io } from 'socket.io-client'
import { signSfuToken } from '@e-events/shared/node/tokens.ts'
import type { PeerRole } from '@e-events/shared/signaling/requests.ts'
import { limits } from '@e-events/shared/limits.ts'
import { newRoom, secrets, startTestSfu, until, type TestSfu } from './support.ts'

describe('the doors of the sfu', () => {
  let sfu: TestSfu
  const logged: Record<string, unknown>[] = []
  const refusals = () => logged.filter(({ log }) => log === 'security').map(({ event, reason, network }) => ({ event, reason, network }))
  const room = newRoom()
  const claims = (role: PeerRole) => ({ sub: randomUUID(), role, broadcastId: room })

  beforeAll(async () => {
    sfu = await startTestSfu({ env: { SFU_WORKERS: '1' }, onLogLine: (line) => logged.push(line) })
  })
  afterAll(() => sfu.stop())

  const refused = async (token: string) => {
    const error: unknown = await sfu.connect('viewer', room, { token }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return (error as { data?: { code?: string } } | undefined)?.data?.code
  }

  it('stay shut for a token that is malformed, expired, foreign, altered, or for another role', async () => {
    const good = await signSfuToken(claims('publisher'), secrets.token, 60_000)
    const [header, , signature] = good.split('.')
    const payload = Buffer.from(JSON.stringify({ ...claims('publisher'), jti: 'x', aud: 'sfu', exp: 9_999_999_999 })).toString('base64url')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const [what, token] of [
      ['nothing', ''],
      ['noise', 'a.b.c'],
      ['expired', await signSfuToken(claims('publisher'), secrets.token, -1_000)],
      ['foreign', await signSfuToken(claims('publisher'), 'somebody-elses-secret-of-32-letters', 60_000)],
      ['altered', `${header}.${payload}.${signature}`],
      ['unsigned', none],
      ['a studio with the services secret', await signSfuToken(claims('publisher'), secrets.internal, 60_000)],
      ['a transcoder with the api secret', await signSfuToken(claims('egress'), secrets.token, 60_000)],
      ['a server-side publisher with the api secret', await signSfuToken(claims('ingest'), secrets.token, 60_000)],
    ] as const)
      expect(await refused(token), what).toBe('SIGNAL_TOKEN_INVALID')
    const told = { event: 'signal.refused', reason: 'SIGNAL_TOKEN_INVALID', network: '127.0.0.0/24' }
    expect(refusals()).toEqual(Array.from({ length: 9 }, () => told))
    expect(await sfu.connect('publisher', room, { token: good })).toBeDefined()
    expect(refusals()).toHaveLength(9)
    expect(JSON.stringify(logged)).not.toContain(payload)
  })

  it('open once per grant of a person, also when it is used twice at the same moment', async () => {
    const token = await signSfuToken(claims('viewer'), secrets.token, 60_000)
    const answers = await Promise.all([refused(token), refused(token), refused(token)])
    expect(answers.filter((code) => code === undefined)).toHaveLength(1)
    expect(await refused(token)).toBe('SIGNAL_TOKEN_INVALID')
  })

  it('do not let a VIEWER send, and do let the owner [LIVE-007]', async () => {
    const viewer = await sfu.connect('viewer', room)
    await viewer.client.request('join', {})
    await expect(viewer.client.request('createTransport', { direction: 'send' })).rejects.toMatchObject({ code: 'SIGNAL_NOT_ALLOWED' })
    const owner = await sfu.connect('publisher', room)
    await owner.client.request('join', {})
    await expect(owner.client.request('createTransport', { direction: 'send' })).resolves.toMatchObject({
      transportId: expect.any(String) as string,
    })
  })

  it('stay shut for pages of other origins and other ways in', async () => {
    const token = await signSfuToken(claims('viewer'), secrets.token, 60_000)
    const attempt = (options: object) =>
      new Promise<string>((resolve) => {
        const socket = io(sfu.service.url, {
          path: '/sfu/socket.io',
          transports: ['websocket'],
          auth: { token },
          reconnection: false,
          forceNew: true,
          ...options,
        })
        socket.once('connect', () => {
          socket.close()
          resolve('connected')
        })
        socket.once('connect_error', () => {
          socket.close()
          resolve('refused')
        })
      })
    expect(await attempt({ extraHeaders: { origin: 'https://evil.example' } })).toBe('refused')
    expect(refusals().at(-1)).toMatchObject({ event: 'signal.refused', reason: 'ORIGIN' })
    expect(await attempt({ transports: ['polling'] })).toBe('refused')
    expect(await attempt({ extraHeaders: { origin: sfu.service.url } })).toBe('connected')
  })

  it('answer in the caller language and give nothing away', async () => {
    const viewer = await sfu.connect('viewer', room)
    const reply: unknown = await viewer.socket.emitWithAck('request', { method: 'consume', data: {} })
    expect(reply).toEqual({ ok: false, error: { code: 'SIGNAL_OUT_OF_ORDER', message: 'The request came out of order.' } })
  })

  it('close on a message that is too large or no message at all', async () => {
    const large = await sfu.connect('viewer', room)
    large.socket.emit('request', { method: 'join', data: { text: 'x'.repeat(100_000) } })
    await until('cut off for its size', () => !large.socket.connected)
    const garbage = await sfu.connect('viewer', room)
    const engine = garbage.socket.io.engine
    engine.write('4{{{not json')
    await until('cut off for garbage', () => !garbage.socket.connected)
  })

  it('withstand a flood: the flooder is refused and cut off, others are served', async () => {
    const flooder = await sfu.connect('viewer', room)
    const answers: Record<string, number> = {}
    for (let index = 0; index < 5_000; index += 1)
      flooder.socket.emit('request', { method: 'join', data: {} }, (reply: { ok: boolean; error?: { code: string } }) => {
        const key = reply.error?.code ?? 'ok'
        answers[key] = (answers[key] ?? 0) + 1
      })
    const other = await sfu.connect('viewer', room)
    await other.client.request('join', {})
    await until('the flooder is cut off', () => !flooder.socket.connected)
    expect(answers['SIGNAL_LIMIT']).toBeGreaterThan(100)
    expect((answers['ok'] ?? 0) + (answers['SIGNAL_OUT_OF_ORDER'] ?? 0)).toBeLessThanOrEqual(limits.signalingRequestsPerSecond * 2)
    expect(other.socket.connected).toBe(true)
    const metrics = await (await fetch(`${sfu.service.url}/metrics`)).text()
    expect(metrics).toMatch(/sfu_requests_total\{method="refused",code="SIGNAL_LIMIT"\} \d{3,}/)
    expect(metrics).toMatch(/sfu_handshakes_refused_total\{code="SIGNAL_TOKEN_INVALID"\} \d+/)
    expect(metrics).toMatch(/sfu_handshakes_refused_total\{code="ORIGIN"\} 1/)
  })

  it('hold one account to its number of connections', async () => {
    const accountId = randomUUID()
    const codes = []
    for (let index = 0; index < 14; index += 1) {
      const token = await signSfuToken({ sub: accountId, role: 'viewer', broadcastId: room }, secrets.token, 60_000)
      codes.push(await refused(token))
    }
    expect(codes.filter((code) => code === 'SIGNAL_LIMIT')).toHaveLength(2)
  })
})
