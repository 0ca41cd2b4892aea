import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Handed to the socket at once; a reader has to take this much within `stallMs`. */
const chunkBytes = 256 * 1024

/**
 * Writes content with back-pressure: no more than one chunk waits in memory per connection, and a reader that does not
 * take it within `stallMs` is cut off. Answers how many bytes went out and whether it ended that way.
 */
export async function sendContent(
  response: ServerResponse,
  content: Buffer | AsyncIterable<Buffer>,
  stallMs: number,
): Promise<{ sentBytes: number; outcome: 'done' | 'slow' | 'gone' }> {
  let sentBytes = 0
  for await (const chunk of Buffer.isBuffer(content) ? slices(content) : content) {
    if (response.destroyed) return { sentBytes, outcome: 'gone' }
    sentBytes += chunk.length
    if (response.write(chunk)) continue
    const drained = await drain(response, stallMs)
    if (drained !== 'done') return { sentBytes, outcome: drained }
  }
  response.end()
  return { sentBytes, outcome: await flushed(response, stallMs) }
}

async function drain(response: ServerResponse, stallMs: number): Promise<'done' | 'slow' | 'gone'> {
  return waitFor(response, 'drain', stallMs)
}

async function flushed(response: ServerResponse, stallMs: number): Promise<'done' | 'slow' | 'gone'> {
  return response.writableFinished ? 'done' : waitFor(response, 'finish', stallMs)
}

async function waitFor(response: ServerResponse, event: 'drain' | 'finish', stallMs: number): Promise<'done' | 'slow' | 'gone'> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort('slow'), stallMs)
  const gone = () => waiting.abort('gone')
  response.once('close', gone)
  try {
    if (response.destroyed) return 'gone'
    await once(response, event, { signal: waiting.signal })
    return 'done'
  } catch {
    response.destroy()
    return waiting.signal.reason === 'slow' ? 'slow' : 'gone'
  } finally {
    clearTimeout(timer)
    response.off('close', gone)
  }
}

function* slices(content: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < content.length; offset += chunkBytes) yield content.subarray(offset, offset + chunkBytes)
}
