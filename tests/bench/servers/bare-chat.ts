// The least that a chat is: socket.io with a room, and a call that sends a message to it. argv: path of the sockets,
// JSON of an event as ours sends it. `POST /say` with { text } sends one. Prints its port.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import { Server } from 'socket.io'

const [socketPath = '', template = '{}'] = process.argv.slice(2)
const event = JSON.parse(template) as ChatEvent
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const { text } = JSON.parse(body) as { text: string }
    io.to(event.productSlug).emit('chat', { ...event, messages: event.messages.map((message) => ({ ...message, id: randomUUID(), text })) })
    response.end('{}')
  })
})
const io = new Server(server, {
  path: socketPath,
  transports: ['websocket'],
  serveClient: false,
  pingInterval: 20_000,
  pingTimeout: 12_000,
})
io.on('connection', (socket) => {
  socket.on('chat', ({ productSlug }: { productSlug: string }, reply: (answer: unknown) => void) => {
    void socket.join(productSlug)
    reply({ ok: true })
  })
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
