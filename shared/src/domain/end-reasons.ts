import type { BroadcastEndReason } from './states.ts'

/** Ends of a broadcast after which its session cannot be broadcast again. */
export const finalEndReasons: readonly BroadcastEndReason[] = ['organizer', 'admin']
