import type { Logger } from 'pino'
import { joinRoom, type Room, type RoomEvent, type RoomOptions } from './room.ts'

const retryMs = 200

/** Keeps one feed's connection to the room of its broadcast: joins when asked to, again after a loss. */
export function createRoomSeat({ log, onEvent, onTried, ...options }: RoomOptions & { log: Logger; onTried: () => void }) {
  let room: Room | undefined
  let isConnecting = false
  let notBeforeMs = 0
  /** The failure is logged: each outage is one line. */
  let isOut = false

  async function connect(): Promise<void> {
    isConnecting = true
    try {
      room = await joinRoom({ ...options, onEvent: onRoomEvent })
      isOut = false
    } catch (error) {
      if (!isOut) log.warn({ err: error }, 'the sfu did not let us in, trying again')
      isOut = true
    } finally {
      isConnecting = false
      notBeforeMs = Date.now() + retryMs
      onTried()
    }
  }

  function onRoomEvent(event: RoomEvent): void {
    if (event.kind === 'lost') close()
    onEvent(event)
  }

  function close(): void {
    room?.close()
    room = undefined
  }

  return {
    room: () => room,
    /** Joins the room unless an attempt is under way or was made a moment ago. */
    connectIfDue(nowMs: number): void {
      if (!isConnecting && nowMs >= notBeforeMs) void connect()
    },
    close,
  }
}
