import { z } from 'zod'
import { limits } from '../limits.ts'

/** People in a meeting at the same time, hosts included. */
export const MEET_MAX_USERS = limits.meetUsers

/**
 * waiting: nobody is let in before a host starts it. started: people with access join. ended: for good, until a host
 * starts another one of the same product.
 */
export const meetStates = ['waiting', 'started', 'ended'] as const
export const meetStateSchema = z.enum(meetStates)
export type MeetState = z.infer<typeof meetStateSchema>

/**
 * organizer: stopped by a host. idle: nobody was in it any more. admin: by the platform. failed: its media node was
 * lost.
 */
export const meetEndReasons = ['organizer', 'idle', 'admin', 'failed'] as const
export const meetEndReasonSchema = z.enum(meetEndReasons)
export type MeetEndReason = z.infer<typeof meetEndReasonSchema>

/** The streams that one person may send, one of each. */
export const meetSources = ['microphone', 'camera', 'screen', 'screenSound'] as const
export const meetSourceSchema = z.enum(meetSources)
export type MeetSource = z.infer<typeof meetSourceSchema>

export const kindOfSource = {
  microphone: 'audio',
  camera: 'video',
  screen: 'video',
  screenSound: 'audio',
} as const satisfies Record<MeetSource, 'audio' | 'video'>

export const meetReactions = ['👍', '👏', '❤️', '😂', '😮', '🎉'] as const
export const meetReactionSchema = z.enum(meetReactions)
export type MeetReaction = z.infer<typeof meetReactionSchema>
