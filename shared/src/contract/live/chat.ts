import { z } from 'zod'
import { userId } from '../../domain/ids.ts'
import { limits } from '../../limits.ts'
import { givenInstant, instant, slugParams, slugSchema } from '../common.ts'
import { endpoint } from '../endpoint.ts'

const session = { kind: 'session' } as const

export const chatRoleSchema = z.enum(['viewer', 'moderator', 'organizer'])
export type ChatRole = z.infer<typeof chatRoleSchema>

export const chatMessageSchema = z
  .object({
    id: z.uuid(),
    /** Chosen by the sender: the same one twice is one message. */
    clientId: z.uuid(),
    /**
     * Number of its last change among those that everybody sees, gap-free per room; null while only its author and
     * moderators know it.
     */
    change: z.int().nullable(),
    product: slugSchema,
    user: userId,
    name: z.string(),
    role: chatRoleSchema,
    /** 1 to 500 characters of plain text; empty once it was removed. */
    text: z.string(),
    /** Sent with it, in a meeting; left out where there is none, or no more. */
    file: z.object({ name: z.string(), sizeBytes: z.int() }).optional(),
    timestamp: instant,
    /** Capture time of the picture that its author saw. */
    moment: instant,
    /** Written by somebody who was behind the live picture, or watched the recording. */
    isBehind: z.boolean(),
    replyTo: z.object({ id: z.uuid(), name: z.string(), text: z.string() }).nullable(),
    pendingApproval: z.boolean(),
    state: z.enum(['pending', 'shown', 'refused', 'removed']),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.infer<typeof chatMessageSchema>

/** Settings of the room that everybody feels. */
export const chatRoomSchema = z
  .object({
    isEnabled: z.boolean(),
    /** Messages wait for approval. */
    isModerated: z.boolean(),
    /** Seconds between two messages of one account. */
    slowModeSec: z.int(),
    pinned: chatMessageSchema.nullable(),
  })
  .meta({ id: 'ChatRoom' })
export type ChatRoom = z.infer<typeof chatRoomSchema>

/** The caller in the room. `mute.until` null: for the whole event. */
export const chatMeSchema = z
  .object({ role: chatRoleSchema, mute: z.object({ until: instant.nullable() }).nullable() })
  .meta({ id: 'ChatMe' })
export type ChatMe = z.infer<typeof chatMeSchema>

const word = z.string().trim().min(2).max(60)
export const chatSettingsSchema = z
  .strictObject({
    isEnabled: z.boolean(),
    /** Whether messages wait for approval; `site`: as the switch of the site says. */
    moderation: z.enum(['site', 'on', 'off']),
    slowModeSec: z.int().min(1).max(limits.chatSlowModeMaxSec),
    /** A message with one of these words waits for approval. */
    blockedWords: z.array(word).max(200),
  })
  .meta({ id: 'ChatSettings' })
export type ChatSettings = z.infer<typeof chatSettingsSchema>

const messageParams = z.strictObject({ slug: slugSchema, id: z.uuid() })
const userParams = z.strictObject({ slug: slugSchema, user: userId })
const access = ['NOT_FOUND', 'TICKET_REQUIRED', 'TICKET_OF_SESSION', 'NOT_PURCHASABLE', 'SUBSCRIPTION_REQUIRED'] as const
const moderation = [...access, 'FORBIDDEN_ROLE'] as const
const mutedPerson = z.object({ user: userId, name: z.string(), mutedAt: instant, until: instant.nullable() })
const moderator = z.object({ user: userId, name: z.string(), email: z.string(), addedAt: instant })
export type ChatMute = z.infer<typeof mutedPerson>
export type ChatModerator = z.infer<typeof moderator>

/** Every call shows the key of the service (`x-api-key`, from `GET /config/realtime`). */
export const chat = {
  open: endpoint({
    method: 'GET',
    path: '/chat/:slug',
    summary: 'The room of a show: its settings, the latest messages, and the caller’s place in it',
    access: session,
    apiKey: true,
    params: slugParams,
    response: z.object({
      room: chatRoomSchema,
      me: chatMeSchema,
      /** The latest, oldest first; with the caller’s own pending ones, and for moderators everybody’s. */
      messages: z.array(chatMessageSchema),
      lastChange: z.int(),
      /** For moderators. */
      settings: chatSettingsSchema.nullable(),
    }),
    errors: access,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/chat/:slug/messages',
    summary: 'What changed after a number, or the messages of a stretch of the show',
    access: session,
    apiKey: true,
    params: slugParams,
    query: z
      .strictObject({
        /** Changes with a greater number, in order; removed messages among them. */
        after: z.coerce.number().int().min(0).optional(),
        /** Shown messages whose moment is in [from, to): the last `limit` of them, oldest first. */
        from: givenInstant.optional(),
        to: givenInstant.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(100),
      })
      .refine(({ after, to }) => (after === undefined) !== (to === undefined), { message: 'either after or to', path: ['after'] }),
    response: z.object({ messages: z.array(chatMessageSchema) }),
    errors: access,
  }),
  post: endpoint({
    method: 'POST',
    path: '/chat/:slug/messages',
    summary: 'Say something; a repetition with the same clientId answers the first message',
    access: session,
    apiKey: true,
    params: slugParams,
    body: z.strictObject({
      clientId: z.uuid(),
      text: z
        .string()
        .min(1)
        .max(limits.chatMessageLength * 4),
      /** Capture time of the picture on screen; left out where nothing plays. */
      moment: givenInstant.optional(),
      replyTo: z.uuid().optional(),
    }),
    status: 201,
    response: chatMessageSchema,
    errors: [...access, 'CHAT_DISABLED', 'CHAT_MUTED'],
    rateLimit: 'write',
  }),
  approve: endpoint({
    method: 'POST',
    path: '/chat/:slug/messages/:id/approve',
    summary: 'Show a message that waits',
    access: session,
    apiKey: true,
    params: messageParams,
    response: chatMessageSchema,
    errors: [...moderation, 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/chat/:slug/messages/:id/refuse',
    summary: 'Refuse a message that waits: it vanishes for its author',
    access: session,
    apiKey: true,
    params: messageParams,
    response: chatMessageSchema,
    errors: [...moderation, 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'POST',
    path: '/chat/:slug/messages/:id/remove',
    summary: 'Remove a message for everybody, in the replay too; its author may, and moderators',
    access: session,
    apiKey: true,
    params: messageParams,
    response: chatMessageSchema,
    errors: [...moderation, 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  pin: endpoint({
    method: 'PUT',
    path: '/chat/:slug/pin',
    summary: 'Keep one message above the others, or none',
    access: session,
    apiKey: true,
    params: slugParams,
    body: z.strictObject({ message: z.uuid().nullable() }),
    response: chatRoomSchema,
    errors: [...moderation, 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  configure: endpoint({
    method: 'PUT',
    path: '/chat/:slug/settings',
    summary: 'Switch the chat off or on, moderation, slow mode, blocked words',
    access: session,
    apiKey: true,
    params: slugParams,
    body: chatSettingsSchema,
    response: chatSettingsSchema,
    errors: moderation,
    rateLimit: 'write',
  }),
  mutes: endpoint({
    method: 'GET',
    path: '/chat/:slug/mutes',
    summary: 'Who may not write, and until when',
    access: session,
    apiKey: true,
    params: slugParams,
    response: z.object({ items: z.array(mutedPerson) }),
    errors: moderation,
  }),
  mute: endpoint({
    method: 'PUT',
    path: '/chat/:slug/mutes/:user',
    summary: 'Keep somebody from writing for some minutes, or for the whole event',
    access: session,
    apiKey: true,
    params: userParams,
    body: z.strictObject({
      minutes: z.int().min(1).max(1440).nullable(),
      /** Removes what they wrote, too. */
      removesMessages: z.boolean().default(false),
    }),
    errors: [...moderation, 'STATE_CONFLICT'],
    rateLimit: 'write',
  }),
  unmute: endpoint({
    method: 'DELETE',
    path: '/chat/:slug/mutes/:user',
    summary: 'Let somebody write again',
    access: session,
    apiKey: true,
    params: userParams,
    errors: moderation,
    rateLimit: 'write',
  }),
} as const

const owner = { kind: 'role', role: 'PRODUCER', owner: { resource: 'product', param: 'slug' } } as const

/** Moderators of one event, for its organizer. */
export const chatModerators = {
  list: endpoint({
    method: 'GET',
    path: '/chat/:slug/moderators',
    summary: 'Moderators of this event',
    access: owner,
    apiKey: true,
    params: slugParams,
    response: z.object({ items: z.array(moderator) }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/chat/:slug/moderators',
    summary: 'Make an account a moderator of this event, by its mail address; they watch it without a ticket',
    access: owner,
    apiKey: true,
    params: slugParams,
    body: z.strictObject({ email: z.email().max(250) }),
    response: z.object({ items: z.array(moderator) }),
    errors: ['CHAT_MODERATOR_UNKNOWN'],
    rateLimit: 'write',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/chat/:slug/moderators/:user',
    summary: 'A moderator is one no more',
    access: owner,
    apiKey: true,
    params: userParams,
    rateLimit: 'write',
  }),
} as const
