import { connect, type Socket } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'

export interface FastCgiAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

export function record(type: number, content: Buffer | string = '', id = 1, padding = 0): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.from([1, type, id >> 8, id & 255, bytes.length >> 8, bytes.length & 255, padding, 0])
  return Buffer.concat([head, bytes, Buffer.alloc(padding)])
}

export function begin({ id = 1, keep = true, role = 1 } = {}): Buffer {
  return record(1, Buffer.from([role >> 8, role & 255, keep ? 1 : 0, 0, 0, 0, 0, 0]), id)
}

const length = (bytes: number) => (bytes < 128 ? Buffer.from([bytes]) : Buffer.from([(bytes >> 24) | 128, bytes >> 16, bytes >> 8, bytes]))

export function encodeParams(params: Record<string, string>): Buffer {
  return Buffer.concat(
    Object.entries(params).flatMap(([name, value]) => [length(name.length), length(value.length), Buffer.from(name + value)]),
  )
}

/** A whole request, as nginx writes it. */
export function requestOf(params: Record<string, string>, options: { id?: number; keep?: boolean } = {}): Buffer {
  const id = options.id ?? 1
  return Buffer.concat([begin(options), record(4, encodeParams(params), id, 3), record(4, '', id), record(5, '', id)])
}

/** Reads answers off a connection, one after the other. */
export function readAnswers(socket: Socket): () => Promise<FastCgiAnswer> {
  const records = readRecords(socket)
  return async () => {
    const parts: Buffer[] = []
    for (;;) {
      const { value, done } = await records.next()
      if (done) throw new Error('closed')
      if (value.type === 6) parts.push(value.content)
      else if (value.type === 3) return parse(Buffer.concat(parts))
      else throw new Error(`a record of type ${value.type}`)
    }
  }
}

async function* readRecords(socket: Socket): AsyncGenerator<{ type: number; content: Buffer }, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk as Buffer])
    while (rest.length >= 8) {
      const end = 8 + rest.readUInt16BE(4) + (rest[6] ?? 0)
      if (rest.length < end) break
      yield { type: rest[1] ?? 0, content: rest.subarray(8, 8 + rest.readUInt16BE(4)) }
      rest = rest.subarray(end)
    }
  }
}

function parse(bytes: Buffer): FastCgiAnswer {
  const split = bytes.indexOf('\r\n\r\n')
  const lines = bytes.subarray(0, split).toString().split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const body = bytes.subarray(split + 4)
  return { status: Number(headers['status']), headers, body, text: body.toString() }
}

/** One request on a connection of its own. */
export async function askFastCgi(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string | undefined>; signal?: AbortSignal } = {},
): Promise<FastCgiAnswer> {
  const socket = connect(port, '127.0.0.1')
  options.signal?.addEventListener('abort', () => socket.destroy(new Error('aborted')))
  const params: Record<string, string> = { REQUEST_METHOD: options.method ?? 'GET', REQUEST_URI: path }
  for (const [name, value] of Object.entries(options.headers ?? {}))
    if (value !== undefined) params[`HTTP_${name.toUpperCase().replaceAll('-', '_')}`] = value
  socket.write(requestOf(params, { keep: false }))
  return readAnswers(socket)()
}
