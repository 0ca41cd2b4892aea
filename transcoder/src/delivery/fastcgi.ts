import { createServer, type Server, type Socket } from 'node:net'
import type { Reply } from './reply.ts'

/**
 * Answers one request. `params` are the names that nginx's `fastcgi_param` gives; `left` is told how to give up where
 * the caller leaves. Never rejects.
 */
export type FastCgiHandler = (params: Readonly<Record<string, string>>, left: (giveUp: () => void) => void) => Promise<Reply>

const headBytes = 8
const version = 1
const beginRequest = 1
const abortRequest = 2
const endRequest = 3
const paramsRecord = 4
const stdin = 5
const stdout = 6
const responder = 1
const keepConnection = 1
/** The most that a record holds, as a multiple of eight. */
const recordBytes = 65_528
const maxParamsBytes = 64 * 1024

interface Current {
  id: number
  staysOpen: boolean
  params: Buffer[]
  paramsBytes: number
  isAsked: boolean
  giveUp: () => void
}

/**
 * A responder of FastCGI 1.0 (fast-cgi specification, 1996) as nginx speaks it: one request at a time per connection,
 * no request body, connections kept. A connection that says anything else is closed.
 */
export function createFastCgiServer(handler: FastCgiHandler): Server {
  return createServer({ noDelay: true }, (socket) => {
    let rest: Buffer | undefined
    let current: Current | undefined

    const answer = (asked: Current) => {
      asked.isAsked = true
      const params = readParams(asked.params.length === 1 && asked.params[0] ? asked.params[0] : Buffer.concat(asked.params))
      if (!params) {
        socket.destroy()
        return
      }
      void handler(params, (giveUp) => (asked.giveUp = giveUp)).then((reply) => {
        current = undefined
        if (socket.destroyed) return
        writeReply(socket, asked.id, reply)
        if (!asked.staysOpen) socket.end()
      })
    }

    /** False for what nginx never says. */
    const take = (type: number, id: number, content: Buffer): boolean => {
      if (type === beginRequest) {
        if (current || id === 0 || content.length !== headBytes || content.readUInt16BE(0) !== responder) return false
        const staysOpen = ((content[2] ?? 0) & keepConnection) !== 0
        current = { id, staysOpen, params: [], paramsBytes: 0, isAsked: false, giveUp: () => undefined }
        return true
      }
      if (!current || current.id !== id) return false
      if (type === abortRequest) {
        current.giveUp()
        return true
      }
      if (current.isAsked) return false
      if (type === paramsRecord) {
        current.paramsBytes += content.length
        if (content.length > 0) current.params.push(content)
        return current.paramsBytes <= maxParamsBytes
      }
      if (type !== stdin || content.length > 0) return false
      answer(current)
      return true
    }

    socket.on('data', (chunk) => {
      const bytes = rest ? Buffer.concat([rest, chunk]) : chunk
      let at = 0
      while (bytes.length - at >= headBytes) {
        if (bytes[at] !== version) {
          socket.destroy()
          return
        }
        const contentEnd = at + headBytes + bytes.readUInt16BE(at + 4)
        const end = contentEnd + (bytes[at + 6] ?? 0)
        if (end > bytes.length) break
        if (!take(bytes[at + 1] ?? 0, bytes.readUInt16BE(at + 2), bytes.subarray(at + headBytes, contentEnd))) {
          socket.destroy()
          return
        }
        at = end
      }
      rest = at < bytes.length ? bytes.subarray(at) : undefined
    })
    // The client has gone: nginx closes the connection of a viewer who left.
    socket.on('close', () => current?.giveUp())
    socket.on('error', () => socket.destroy())
  })
}

/**
 * Names and values, each after its length: one byte, or four where the first bit is set. Undefined where a length leads
 * beyond the end.
 */
function readParams(bytes: Buffer): Record<string, string> | undefined {
  const params: Record<string, string> = Object.create(null) as Record<string, string>
  let at = 0
  const readLength = (): number => {
    const short = bytes[at] ?? 0
    if (short < 128) {
      at += 1
      return short
    }
    if (at + 4 > bytes.length) return Infinity
    const long = bytes.readUInt32BE(at) - 0x8000_0000
    at += 4
    return long
  }
  while (at < bytes.length) {
    const nameBytes = readLength()
    const valueBytes = readLength()
    const valueAt = at + nameBytes
    const end = valueAt + valueBytes
    if (end > bytes.length) return undefined
    params[bytes.toString('latin1', at, valueAt)] = bytes.toString('latin1', valueAt, end)
    at = end
  }
  return params
}

/** Writes a reply: small bodies in one record, long playlists without copying their shared buffer. */
function writeReply(socket: Socket, id: number, { status, headers, body }: Reply): void {
  let head = `Status: ${status}\r\n`
  for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`
  head += '\r\n'
  const headLength = Buffer.byteLength(head)
  const bodyLength = body?.length ?? 0
  const isSmall = headLength + bodyLength <= recordBytes
  const first = headLength + (isSmall ? bodyLength : 0)
  const out = Buffer.allocUnsafe(headBytes + first + (isSmall ? closingBytes : 0))
  writeHead(out, 0, { type: stdout, id, length: first })
  out.write(head, headBytes)
  if (isSmall) {
    body?.copy(out, headBytes + headLength)
    writeClosing(out, headBytes + first, id)
    socket.write(out)
    return
  }
  socket.cork()
  socket.write(out)
  for (const part of partsOf(body ?? Buffer.alloc(0))) {
    const partHead = Buffer.allocUnsafe(headBytes)
    writeHead(partHead, 0, { type: stdout, id, length: part.length })
    socket.write(partHead)
    socket.write(part)
  }
  const closing = Buffer.allocUnsafe(closingBytes)
  writeClosing(closing, 0, id)
  socket.write(closing)
  socket.uncork()
}

function* partsOf(body: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < body.length; offset += recordBytes) yield body.subarray(offset, offset + recordBytes)
}

/** The empty record that ends the answer, and the one that ends the request (status 0, FCGI_REQUEST_COMPLETE). */
const closingBytes = headBytes + headBytes + headBytes

function writeClosing(out: Buffer, at: number, id: number): void {
  writeHead(out, at, { type: stdout, id, length: 0 })
  writeHead(out, at + headBytes, { type: endRequest, id, length: headBytes })
  out.fill(0, at + 2 * headBytes, at + 3 * headBytes)
}

function writeHead(out: Buffer, at: number, { type, id, length }: { type: number; id: number; length: number }): void {
  out[at] = version
  out[at + 1] = type
  out.writeUInt16BE(id, at + 2)
  out.writeUInt16BE(length, at + 4)
  out[at + 6] = 0
  out[at + 7] = 0
}
