import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from './gateway.mjs'

const servers: http.Server[] = []
/** Requests that reached the service, and how their connections ended. */
const asked: string[] = []
let port = 0

const listen = async (server: http.Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as net.AddressInfo).port
}

const gatewayTo = (apiPort: number) => createGateway({ webDist: 'none', studioDist: 'none', apiPort, sfuPort: 1, transcoderPort: 1 })

beforeAll(async () => {
  const service = http.createServer((request, response) => {
    asked.push(String(request.url))
    if (request.url === '/api/held') request.socket.on('close', () => asked.push('/api/held let go'))
    else if (request.url === '/api/half') {
      response.writeHead(200, { 'content-length': 1000 }).write('half')
      setTimeout(() => request.socket.destroy(), 30)
    } else request.resume().on('end', () => response.end(JSON.stringify(request.headers)))
  })
  service.keepAliveTimeout = 7_000
  service.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n')
    socket.resume().on('end', () => asked.push(`${request.url} let go`))
    const talking = request.url === '/api/chatty' ? setInterval(() => socket.write('more'), 5) : undefined
    socket.on('close', () => clearInterval(talking)).on('error', () => socket.destroy())
    if (request.url === '/api/socket-ends') setTimeout(() => socket.destroy(), 30)
  })
  port = await listen(gatewayTo(await listen(service)))
})

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Answer to these bytes until the connection closes or the time is over. */
const talk = (bytes: string, ms: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    const end = (how: string) => {
      socket.destroy()
      resolve(`${answer}<${how}>`)
    }
    socket.on('data', (chunk) => (answer += chunk.toString())).on('close', () => end('closed'))
    setTimeout(() => end('open'), ms)
  })

const upgrading = 'host: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n'

describe('connections of the gateway', () => {
  it('closes a connection that asked nothing without a word, and tells one that asked half of it', async () => {
    const gateway = gatewayTo(1)
    onTestFinished(() => void gateway.close())
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const own = (gateway.address() as net.AddressInfo).port
    const heard = async (half: string) => {
      const socket = net.connect(own, '127.0.0.1')
      const accepted = await new Promise<net.Socket>((resolve) => gateway.once('connection', resolve))
      if (half !== '') {
        socket.write(half)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      // Node reports the end of its time limit; it checks every 30 s.
      gateway.emit('clientError', Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), accepted)
      return Buffer.concat(await socket.toArray()).toString()
    }
    expect(await heard('')).toBe('')
    expect(await heard('GET / HTTP/1.1\r\nHost: lo')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it.each(
    ['DELETE', 'OPTIONS', 'POST', 'GET'].flatMap((method) =>
      ['keep-alive', 'transfer-encoding', 'content-length'].map((named) => [method, named] as const),
    ),
  )('never let the body of a %s be read as a request of its own, with connection: %s', async (method, named) => {
    const hidden = 'GET /api/hidden HTTP/1.1\r\nhost: x\r\n\r\n'
    const before = asked.length
    const head = `${method} /api/x HTTP/1.1\r\nhost: localhost\r\nconnection: ${named}\r\n`
    await talk(`${head}transfer-encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`, 60)
    await talk(`${head}content-length: ${hidden.length}\r\n\r\n${hidden}`, 60)
    expect(asked.slice(before).filter((url) => url !== '/api/x')).toEqual([])
    expect(asked.length).toBeGreaterThan(before)
  })

  it('end with the service that goes away in the middle of an answer', async () => {
    expect(await talk('GET /api/half HTTP/1.1\r\nhost: localhost\r\n\r\n', 2_000)).toMatch(/half<closed>$/)
  })

  it.each(['GET', 'POST'])('let go of what a caller no longer waits for: %s', async (method) => {
    await talk(`${method} /api/held HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${method === 'GET' ? 0 : 9999}\r\n\r\n`, 50)
    await expect.poll(() => asked.at(-1)).toBe('/api/held let go')
  })

  it('of WebSockets end on both sides, whichever ends first', async () => {
    await talk(`GET /api/socket HTTP/1.1\r\n${upgrading}\r\n`, 100)
    await expect.poll(() => asked.at(-1)).toBe('/api/socket let go')
    expect(await talk(`GET /api/socket-ends HTTP/1.1\r\n${upgrading}\r\n`, 2_000)).toMatch(/^HTTP\/1\.1 101 [^]*<closed>$/)
  })

  it('of WebSockets may break off without ending the others', async () => {
    const breaking = net.connect(port, '127.0.0.1', () => breaking.write(`GET /api/chatty HTTP/1.1\r\n${upgrading}\r\n`))
    await new Promise((resolve) => breaking.once('data', resolve))
    breaking.resetAndDestroy()
    await expect.poll(() => asked.at(-1)).toBe('/api/chatty let go')
    expect(await talk('GET /api/x HTTP/1.1\r\nhost: localhost\r\n\r\n', 100)).toMatch(/^HTTP\/1\.1 200/)
  })

  it('keep their own headers to themselves', async () => {
    const own = 'connection: close, x-own\r\nx-own: 1\r\nte: trailers\r\nproxy-authorization: Basic x\r\n'
    const answer = await talk(`GET /api/x HTTP/1.1\r\nhost: localhost\r\n${own}\r\n`, 500)
    expect(answer).toContain('"x-forwarded-for":"127.0.0.1"')
    expect(answer).not.toMatch(/x-own|trailers|Basic/)
    expect(await talk('GET /api/x HTTP/1.1\r\nhost: localhost\r\n\r\n', 100)).not.toMatch(/keep-alive: timeout=7/i)
  })
})

describe('a gateway that runs', () => {
  it('sends the files of a new build that takes the place of the old one', async () => {
    const dist = mkdtempSync(path.join(os.tmpdir(), 'e-events-gateway-build-'))
    onTestFinished(() => rmSync(dist, { recursive: true }))
    const gateway = await listen(createGateway({ webDist: dist, studioDist: dist, apiPort: 1, sfuPort: 1, transcoderPort: 1 }))
    const get = (name: string) => fetch(`http://127.0.0.1:${gateway}/${name}`)
    for (const build of ['first.js', 'second.js']) {
      rmSync(dist, { recursive: true })
      mkdirSync(dist)
      writeFileSync(path.join(dist, build), build)
      expect(await (await get(build)).text()).toBe(build)
    }
    expect((await get('first.js')).status).toBe(404)
  })
})
