import type { IncomingMessage } from 'node:http'

/**
 * Cuts the line to a sender that says nothing any more: a dead peer would otherwise hold its socket and the lock of its
 * upload for a quarter of an hour. Received bytes stay. Bytes that wait here unread are our slowness, not theirs.
 */
export function endStalled(request: IncomingMessage, stallMs: number): void {
  const { socket } = request
  let seenBytes = socket.bytesRead
  let silentMs = 0
  const lookMs = stallMs / 4
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer)
    const isSilent = socket.bytesRead === seenBytes && request.readableLength === 0
    silentMs = isSilent ? silentMs + lookMs : 0
    seenBytes = socket.bytesRead
    if (silentMs >= stallMs) socket.destroy()
  }, lookMs)
  request.once('close', () => clearInterval(timer))
}
