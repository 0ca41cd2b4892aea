import { connect, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { createFastCgiServer, type FastCgiHandler } from './fastcgi.ts'
import { begin, encodeParams, readAnswers, record, requestOf } from './testing/fastcgi-client.ts'

let server: Server | undefined
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server?.close()
})

async function connected(handler: FastCgiHandler): Promise<Socket> {
  server = createFastCgiServer(handler)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  return socket
}
const echo: FastCgiHandler = (params) =>
  Promise.resolve({ status: 200, headers: ['content-type', 'application/json'], body: Buffer.from(JSON.stringify(params)) })
const never: FastCgiHandler = () => new Promise(() => undefined)

describe('the FastCGI responder', () => {
  it('answers one request after the other on a kept connection, however its bytes arrive', async () => {
    const socket = await connected(echo)
    const next = readAnswers(socket)
    const long = 'x'.repeat(20_000)
    for (const pieces of [1, 7, 100_000]) {
      const bytes = requestOf({ REQUEST_METHOD: 'GET', REQUEST_URI: `/${long}`, [`N${'n'.repeat(200)}`]: '1' }, { id: 300 })
      for (let at = 0; at < bytes.length; at += pieces === 1 ? 4_001 : pieces) {
        socket.write(bytes.subarray(at, at + (pieces === 1 ? 4_001 : pieces)))
        if (at % 70 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      const { status, headers, text } = await next()
      expect([status, headers['content-type']]).toEqual([200, 'application/json'])
      expect(JSON.parse(text)).toEqual({ REQUEST_METHOD: 'GET', REQUEST_URI: `/${long}`, [`N${'n'.repeat(200)}`]: '1' })
    }
  })

  it('writes an answer of any size, and one without a body', async () => {
    let body: Buffer | undefined
    const socket = await connected(() => Promise.resolve({ status: 206, headers: ['x-a', '1', 'x-b', '2'], body }))
    const next = readAnswers(socket)
    for (const size of [0, 1, 65_400, 65_528, 65_529, 1_000_003]) {
      body = size === 0 ? undefined : Buffer.from(Array.from({ length: size }, (_, index) => index % 251))
      socket.write(requestOf({}))
      const answer = await next()
      expect(answer).toMatchObject({ status: 206, headers: { 'x-a': '1', 'x-b': '2' } })
      expect(answer.body.equals(body ?? Buffer.alloc(0)), String(size)).toBe(true)
    }
  })

  it('closes the connection after the answer where the caller does not keep it', async () => {
    const socket = await connected(echo)
    socket.write(requestOf({ A: '1' }, { keep: false }))
    expect((await readAnswers(socket)()).text).toBe('{"A":"1"}')
    await expect.poll(() => socket.destroyed).toBe(true)
  })

  it.each(['closes the connection', 'aborts the request'])('gives up for a caller who %s', async (way) => {
    let asked = false
    let gone = false
    const socket = await connected((_, left) => {
      asked = true
      return new Promise((resolve) =>
        left(() => {
          gone = true
          resolve({ status: 200, headers: [], body: undefined })
        }),
      )
    })
    socket.write(requestOf({}))
    await expect.poll(() => asked).toBe(true)
    expect(gone).toBe(false)
    if (way === 'aborts the request') socket.write(record(2))
    else socket.destroy()
    await expect.poll(() => gone).toBe(true)
  })

  it.each([
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['another version', Buffer.concat([Buffer.from([2]), begin().subarray(1)])],
    ['another role', begin({ role: 2 })],
    ['no request', record(4, encodeParams({ A: '1' }))],
    ['a request of id 0', begin({ id: 0 })],
    ['a second request before the answer', Buffer.concat([requestOf({}), begin({ id: 2 })])],
    ['parameters after the end of the request', Buffer.concat([requestOf({}), record(4, encodeParams({ A: '1' }))])],
    ['parameters without end', Buffer.concat([begin(), record(4, Buffer.alloc(60_000)), record(4, Buffer.alloc(60_000))])],
    ['a request body', Buffer.concat([begin(), record(4), record(5, 'body')])],
    ['a length beyond the end', Buffer.concat([begin(), record(4, Buffer.from([200, 0, 0, 9, 1, 65])), record(4), record(5)])],
    ['half a length', Buffer.concat([begin(), record(4, Buffer.from([200, 0])), record(4), record(5)])],
    ['a question for its settings', record(9, encodeParams({ FCGI_MAX_CONNS: '' }), 0)],
  ])('closes a connection that says %s', async (_, bytes) => {
    const socket = await connected(never)
    socket.write(bytes)
    socket.resume()
    await expect.poll(() => socket.destroyed).toBe(true)
  })
})
