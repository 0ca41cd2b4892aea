import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

// A browser's connection to a chat with no more than it takes: WebSocket, engine.io 4 and socket.io 5 by hand.
// Thousands of socket.io-clients would cost this machine more than the server that is measured.

export interface ChatSocketOptions {
  /** Port on the loopback, and path of the sockets. */
  port: number
  path: string
  token: string
  productSlug: string
  /** An event as JSON: its name and what it carries. The bytes are lent. */
  onEvent(json: Buffer): void
  onClosed(why: string): void
}

const opcodes = { text: 1, close: 8 } as const
/** Longest frame that carries its length in seven bits, and in two bytes. */
const [shortest, short] = [125, 65_535]
const [event, ack] = ['42', '43']
const shared = Buffer.alloc(65_536)
const none = Buffer.alloc(0)

/** A text of a browser. It is masked with zeros, which change nothing. */
export function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  if (payload.length > short) throw new Error('too long for a frame of two bytes')
  const isShort = payload.length <= shortest
  const head = Buffer.alloc(isShort ? 6 : 8)
  head[0] = 0x80 | opcodes.text
  head[1] = 0x80 | (isShort ? payload.length : 126)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

/** Reads every whole frame of a server. @returns what is left of the bytes: the beginning of a frame */
export function readFrames(bytes: Buffer, onFrame: (opcode: number, payload: Buffer) => void): Buffer {
  let at = 0
  while (bytes.length - at >= 2) {
    const code = (bytes[at + 1] ?? 0) & 0x7f
    const head = code === 127 ? 10 : code === 126 ? 4 : 2
    if (bytes.length - at < head) break
    const size = code === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : code === 126 ? bytes.readUInt16BE(at + 2) : code
    if (bytes.length - at < head + size) break
    onFrame((bytes[at] ?? 0) & 0x0f, bytes.subarray(at + head, at + head + size))
    at += head + size
  }
  return bytes.subarray(at)
}

/** Connects, joins the chat and listens. @throws Error where it is not let in */
export function joinChat({ port, path, token, productSlug, onEvent, onClosed }: ChatSocketOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let left: Buffer = none
    let isUpgraded = false
    let isIn = false
    const fail = (why: string) => {
      socket.destroy()
      if (isIn) onClosed(why)
      else reject(new Error(`a listener was not let in: ${why}`))
    }
    const say = (text: string) => socket.write(maskedFrame(text))
    const onText = (payload: Buffer) => {
      if (payload[0] === 0x34 && payload[1] === 0x32) return onEvent(payload.subarray(event.length))
      const text = payload.toString()
      if (text === '2') return say('3')
      if (text.startsWith('0')) return say(`40${JSON.stringify({ token })}`)
      if (text.startsWith('40')) return say(`${event}0${JSON.stringify(['chat', { productSlug, joins: true }])}`)
      if (!text.startsWith(ack)) return fail(text)
      const [{ ok } = { ok: false }] = JSON.parse(text.slice(text.indexOf('['))) as { ok: boolean }[]
      if (!ok) return fail('it has no access')
      isIn = true
      resolve(socket)
    }
    const read = (chunk: Buffer) => {
      let bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk])
      if (!isUpgraded) {
        const end = bytes.indexOf('\r\n\r\n')
        if (end >= 0) {
          const status = bytes.subarray(0, bytes.indexOf('\r\n')).toString()
          if (!status.includes(' 101 ')) return fail(status)
          isUpgraded = true
          bytes = bytes.subarray(end + 4)
        }
      }
      if (isUpgraded) bytes = readFrames(bytes, (opcode, payload) => (opcode === opcodes.text ? onText(payload) : fail(`opcode ${opcode}`)))
      left = bytes.length === 0 ? none : Buffer.from(bytes)
    }
    // One buffer for all: what is read is handled before the next one reads.
    const onread = { buffer: shared, callback: (size: number) => (read(shared.subarray(0, size)), true) }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    socket.once('error', (error) => fail(error.message))
    socket.once('close', () => fail('closed'))
    socket.write(
      [
        `GET ${path}/?EIO=4&transport=websocket HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        '\r\n',
      ].join('\r\n'),
    )
  })
}
