import { z } from 'zod'
import { slugSchema } from '../contract/common.ts'
import { chatMeSchema, chatMessageSchema, chatRoomSchema } from '../contract/live/chat.ts'
import { pollSchema } from '../contract/live/polls.ts'
import { questionSchema } from '../contract/live/questions.ts'

/**
 * Server → browser, to those who joined the chat: `socket.emit('chat', event)`. Messages are new or changed ones;
 * `room` and `me` replace what was known; of a question or a poll the greater `revision` counts.
 */
export const chatEventSchema = z.object({
  productSlug: slugSchema,
  messages: z.array(chatMessageSchema),
  /** Number of the last change so far: a message that never came shows in it. */
  lastChange: z.int().optional(),
  room: chatRoomSchema.optional(),
  me: chatMeSchema.optional(),
  questions: z.array(questionSchema).optional(),
  polls: z.array(pollSchema).optional(),
})
export type ChatEvent = z.infer<typeof chatEventSchema>

/** Browser → server: `socket.emit('chat', { productSlug, joins }, ack)` joins or leaves the chat of a product. */
export const chatJoinSchema = z.strictObject({ productSlug: slugSchema, joins: z.boolean() })
/** `again`: it could not be looked up now, and is to be asked again later. */
export const chatJoinReplySchema = z.object({ ok: z.boolean(), again: z.boolean().optional() })
