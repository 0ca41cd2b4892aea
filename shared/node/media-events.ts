import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { mediaEventGroup, mediaEventSchema, mediaEventStream, type MediaEvent, type NewMediaEvent } from '../src/events/media.ts'

export interface MediaEventPublisher {
  /**
   * Appends to the durable stream; kept in memory and retried in order while Redis is away (up to 10,000 events, oldest
   * dropped first).
   */
  publish(event: NewMediaEvent): Promise<void>
}

const maxStreamLength = 100_000
const maxWaiting = 10_000
const retryMs = 500

export function createMediaEventPublisher(
  redis: Redis,
  options: { source: string; now?: () => number; onError?: (error: unknown) => void },
): MediaEventPublisher {
  const now = options.now ?? Date.now
  const waiting: MediaEvent[] = []
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const event = waiting[0]
      if (!event) return
      try {
        await redis.xadd(mediaEventStream, 'MAXLEN', '~', maxStreamLength, '*', 'event', JSON.stringify(event))
        if (waiting[0] === event) waiting.shift()
      } catch (error) {
        options.onError?.(error)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  return {
    async publish(event) {
      waiting.push(mediaEventSchema.parse({ ...event, id: randomUUID(), atMs: now(), source: options.source }))
      if (waiting.length > maxWaiting) waiting.shift()
      draining ??= drain().finally(() => {
        draining = undefined
      })
      await draining
    },
  }
}

export interface MediaEventConsumer {
  /** Resolves when the event in hand is finished. */
  stop(): Promise<void>
}

/**
 * Consumes the stream in the api's group, one event after the other. `handle` must commit before it resolves; an event
 * whose handler throws is delivered again (also to another consumer after 30 s). Unreadable entries are reported and
 * acknowledged. Needs a connection of its own: it blocks.
 */
export function consumeMediaEvents(
  redis: Redis,
  options: { consumer: string; handle: (event: MediaEvent) => Promise<void>; onError: (error: unknown, entryId: string) => void },
): MediaEventConsumer {
  const stopping = new AbortController()
  const finished = loop()
  return {
    async stop() {
      stopping.abort()
      redis.disconnect()
      await finished
    },
  }

  async function loop(): Promise<void> {
    let ready = false
    let replay = true
    while (!stopping.signal.aborted) {
      try {
        if (!ready) {
          await redis.xgroup('CREATE', mediaEventStream, mediaEventGroup, '0', 'MKSTREAM').catch((error: unknown) => {
            if (!String(error).includes('BUSYGROUP')) throw error
          })
          ready = true
          replay = true
        }
        const claimed = (await redis.xautoclaim(mediaEventStream, mediaEventGroup, options.consumer, 30_000, '0-0', 'COUNT', 50)) as [
          string,
          Entry[],
        ]
        await handleAll(claimed[1])
        // First what this consumer took and did not finish ('0'), then what is new ('>').
        const from = replay ? '0' : '>'
        const reply = (await redis.xreadgroup(
          'GROUP',
          mediaEventGroup,
          options.consumer,
          'COUNT',
          50,
          'BLOCK',
          2_000,
          'STREAMS',
          mediaEventStream,
          from,
        )) as [string, Entry[]][] | null
        const entries = reply?.[0]?.[1] ?? []
        if (replay && entries.length === 0) replay = false
        const clean = await handleAll(entries)
        if (!clean) {
          replay = true
          await new Promise((resolve) => setTimeout(resolve, 250))
        }
      } catch (error) {
        if (stopping.signal.aborted) return
        ready = false
        options.onError(error, '')
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }

  async function handleAll(entries: Entry[]): Promise<boolean> {
    for (const [entryId, fields] of entries) {
      const event = parse(fields)
      if (event === undefined) {
        options.onError(new Error('unreadable media event'), entryId)
        await redis.xack(mediaEventStream, mediaEventGroup, entryId)
        continue
      }
      try {
        await options.handle(event)
      } catch (error) {
        options.onError(error, entryId)
        return false
      }
      await redis.xack(mediaEventStream, mediaEventGroup, entryId)
    }
    return true
  }
}

type Entry = [string, string[] | null]

function parse(fields: string[] | null): MediaEvent | undefined {
  const text = fields?.[fields.indexOf('event') + 1]
  if (text === undefined) return undefined
  try {
    return mediaEventSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
