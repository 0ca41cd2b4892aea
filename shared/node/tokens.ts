import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import { z } from 'zod'
import { DomainError } from '../src/errors.ts'
import { peerRoleSchema } from '../src/signaling/requests.ts'

const sfuClaims = z.object({
  /** Account id; node id for services. */
  sub: z.string(),
  role: peerRoleSchema,
  broadcastId: z.uuid(),
  productId: z.uuid().optional(),
  /** The device that asked for it: its log-out ends the connection. Services have none. */
  sessionId: z.string().optional(),
  /** A viewer's right to play by its ticket: taken over by another device, it ends the connection. */
  leaseId: z.string().optional(),
  /**
   * Until when the connection may last without a fresh grant; `exp` only says until when it may begin. Services have no
   * end.
   */
  accessUntilMs: z.number().optional(),
  jti: z.string(),
})
export type SfuClaims = z.infer<typeof sfuClaims>

/**
 * A short-lived permission to join one room in one role. Publisher and viewer tokens are signed by the api, egress and
 * ingest tokens by services with the internal secret.
 */
export async function signSfuToken(claims: Omit<SfuClaims, 'jti'>, secret: string, ttlMs: number, nowMs = Date.now()): Promise<string> {
  return signGrant(claims, secret, ttlMs, nowMs)
}

/** @throws DomainError SIGNAL_TOKEN_INVALID for a token that is malformed, foreign, expired or for another audience */
export async function verifySfuToken(token: string, secret: string, nowMs = Date.now()): Promise<SfuClaims> {
  return verifyGrant(sfuClaims, token, secret, nowMs)
}

const participantClaims = z.object({
  /** Account id. */
  sub: z.uuid(),
  role: z.literal('participant'),
  meetId: z.uuid(),
  /** Product whose access it rests on: the meeting's own, or the course of a lesson. */
  productId: z.uuid(),
  /** The device that asked for it: its log-out ends the connection. */
  sessionId: z.string(),
  /** May start and stop the meeting: nobody can take its host powers. */
  isHost: z.boolean(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  /** Until when the connection may last without a fresh grant; `exp` only says until when it may begin. */
  accessUntilMs: z.number(),
  jti: z.string(),
})
/** A short-lived permission to join one meeting. */
export type ParticipantClaims = z.infer<typeof participantClaims>

/** Signed by the api, like those of viewers. */
export async function signParticipantToken(
  claims: Omit<ParticipantClaims, 'jti' | 'role'>,
  secret: string,
  ttlMs: number,
  nowMs = Date.now(),
): Promise<string> {
  return signGrant({ ...claims, role: 'participant' }, secret, ttlMs, nowMs)
}

/** @throws DomainError SIGNAL_TOKEN_INVALID as `verifySfuToken` */
export async function verifyParticipantToken(token: string, secret: string, nowMs = Date.now()): Promise<ParticipantClaims> {
  return verifyGrant(participantClaims, token, secret, nowMs)
}

async function signGrant(claims: { sub: string; [name: string]: unknown }, secret: string, ttlMs: number, nowMs: number): Promise<string> {
  const { sub, ...rest } = claims
  return new SignJWT(rest)
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('sfu')
    .setSubject(sub)
    .setJti(randomUUID())
    .setIssuedAt(Math.floor(nowMs / 1000))
    .setExpirationTime(Math.floor((nowMs + ttlMs) / 1000))
    .sign(new TextEncoder().encode(ringOf(secret)[0]))
}

async function verifyGrant<C>(schema: z.ZodType<C>, token: string, secret: string, nowMs: number): Promise<C> {
  let cause: unknown
  for (const one of ringOf(secret)) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(one), {
        audience: 'sfu',
        algorithms: ['HS256'],
        currentDate: new Date(nowMs),
      })
      return schema.parse(payload)
    } catch (error) {
      cause = error
    }
  }
  throw new DomainError('SIGNAL_TOKEN_INVALID', { cause })
}

export interface MediaClaims {
  userId: string
  productId: string
  /** Storage key prefixes this token opens, e.g. `live/{broadcastId}`; a key must equal one or lie below it. */
  prefixes: readonly string[]
  expiresAtMs: number
  /** The device that asked for it: its log-out ends the token. Tokens of podcast apps and visitors have none. */
  sessionId?: string | undefined
  /** The playback lease of that device: a take-over ends the token. Only with `sessionId`. */
  leaseId?: string | undefined
}

/**
 * Whom tokens name that open what everybody may see: trailers and free podcasts. They end when their product is taken
 * away.
 */
export const anybody = 'anybody'

const mediaPayload = z.tuple([z.string(), z.string(), z.array(z.string()), z.number(), z.string().optional(), z.string().optional()])

/**
 * A signed playback token for the path of media addresses: `base64url(payload).base64url(hmac)`. No lookup is needed to
 * check it.
 */
export function signMediaToken(claims: MediaClaims, secret: string): string {
  const { userId, productId, prefixes, expiresAtMs, sessionId, leaseId } = claims
  const device = sessionId === undefined ? [] : leaseId === undefined ? [sessionId] : [sessionId, leaseId]
  const fields = [userId, productId, prefixes, expiresAtMs, ...device]
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${payload}.${macOf(payload, ringOf(secret)[0])}`
}

/** The claims of an untampered, unexpired token; undefined otherwise. */
export function readMediaToken(token: string, secret: string, nowMs = Date.now()): MediaClaims | undefined {
  const dot = token.indexOf('.')
  if (dot < 1 || token.length > 2_000) return undefined
  const payload = token.slice(0, dot)
  const given = Buffer.from(token.slice(dot + 1))
  const isOurs = ringOf(secret).some((one) => {
    const wanted = Buffer.from(macOf(payload, one))
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
  if (!isOurs) return undefined
  const parsed = mediaPayload.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (!parsed.success) return undefined
  const [userId, productId, prefixes, expiresAtMs, sessionId, leaseId] = parsed.data
  if (expiresAtMs <= nowMs) return undefined
  const device = { ...(sessionId === undefined ? {} : { sessionId }), ...(leaseId === undefined ? {} : { leaseId }) }
  return { userId, productId, prefixes, expiresAtMs, ...device }
}

/** Whether the token's claims open this storage key. */
export function opensKey(claims: MediaClaims, key: string): boolean {
  return claims.prefixes.some((prefix) => key === prefix || key.startsWith(`${prefix}/`))
}

function macOf(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url')
}

/** While a secret is changed there are two, separated by a comma: the first one signs, both are believed. */
function ringOf(secret: string): [string, ...string[]] {
  return secret.split(',') as [string, ...string[]]
}
