import { createHmac } from 'node:crypto'
import type { MediaGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import { limits } from '@e-events/shared/limits.ts'
import { findMeetPlace, placeMeet } from '@e-events/shared/node/meet-control.ts'
import { findRoom, listNodes, type SfuNode } from '@e-events/shared/node/registry.ts'
import { signParticipantToken, signSfuToken } from '@e-events/shared/node/tokens.ts'
import type { Redis } from 'ioredis'
import type { Clock } from '../../../adapters/clock.ts'
import { rankNodes } from './placement.ts'

export interface IceSettings {
  stunUrls: readonly string[]
  turnUrls: readonly string[]
  turnSecret: string | undefined
  turnUsername: string | undefined
  turnCredential: string | undefined
}

export type MediaGrants = ReturnType<typeof createMediaGrants>

/** A node above this load still serves its rooms and takes no new ones; viewers go to HLS. */
const fullLoadPercent = 90
/** Above this load sub-second viewing is for those who choose it, and room is kept for studios and meetings. */
const freeLoadPercent = 50
/** TURN credentials outlive the grant: a call that runs must be able to restart ICE. */
const turnCredentialMs = 12 * 60 * 60_000

/** Finds media nodes and writes short-lived permissions to join one room there. */
export function createMediaGrants(deps: { redis: Redis; sfuSecret: string; ice: IceSettings; clock: Clock }) {
  const { redis, clock } = deps
  return {
    /** The node for a broadcast: the one that has its room, else the least loaded. Undefined where none is free. */
    async place(broadcastId: string | undefined): Promise<SfuNode | undefined> {
      const [nodes, room] = await Promise.all([listNodes(redis), broadcastId === undefined ? undefined : findRoom(redis, broadcastId)])
      return rankNodes(nodes, { fullLoadPercent, roomNodeId: room?.nodeId })[0]?.node
    },

    /** The node of a running room, if it has room for one more viewer. */
    async placeViewer(broadcastId: string): Promise<SfuNode | undefined> {
      const [nodes, room] = await Promise.all([listNodes(redis), findRoom(redis, broadcastId)])
      return nodes.find((node) => node.nodeId === room?.nodeId && !node.draining && node.loadPercent < fullLoadPercent)
    },

    /** So much room that viewers need not choose it. */
    isFree: ({ loadPercent }: SfuNode): boolean => loadPercent < freeLoadPercent,

    async grant(
      node: SfuNode,
      claims: {
        userId: string
        sessionId: string
        leaseId?: string | undefined
        role: 'publisher' | 'viewer'
        broadcastId: string
        productId: string
      },
      /** When the ticket or subscription behind it ends. */
      accessEndsAtMs = Number.POSITIVE_INFINITY,
    ): Promise<MediaGrant> {
      const { userId, ...rest } = claims
      const nowMs = clock.nowMs()
      const accessMs = claims.role === 'viewer' ? limits.viewerAccessMs : limits.publisherAccessMs
      const accessUntilMs = Math.min(nowMs + accessMs, accessEndsAtMs)
      return {
        ...addressOf(node.publicUrl),
        token: await signSfuToken({ sub: userId, ...rest, accessUntilMs }, deps.sfuSecret, limits.sfuTokenMs, nowMs),
        expiresAt: new Date(nowMs + limits.sfuTokenMs).toISOString(),
        iceServers: iceServers(deps.ice, userId, nowMs),
      }
    },

    /** Places a meeting, where none has it yet, and lets one account connect. Undefined where no node is free. */
    async grantMeet(participant: {
      meetId: string
      productId: string
      userId: string
      sessionId: string
      isHost: boolean
      name: string
      avatarUrl: string | null
      /** When the ticket or subscription behind it ends. */
      accessEndsAtMs: number
    }): Promise<MediaGrant | undefined> {
      const { userId, accessEndsAtMs, ...rest } = participant
      const node = await nodeOfMeet(rest.meetId)
      if (!node) return undefined
      const nowMs = clock.nowMs()
      const accessUntilMs = Math.min(nowMs + limits.meetAccessMs, accessEndsAtMs)
      return {
        ...addressOf(node.publicUrl),
        token: await signParticipantToken({ sub: userId, ...rest, accessUntilMs }, deps.sfuSecret, limits.sfuTokenMs, nowMs),
        expiresAt: new Date(nowMs + limits.sfuTokenMs).toISOString(),
        iceServers: iceServers(deps.ice, userId, nowMs),
      }
    },
  }

  async function nodeOfMeet(meetId: string): Promise<SfuNode | undefined> {
    const [nodes, nodeId] = await Promise.all([listNodes(redis), findMeetPlace(redis, meetId)])
    const wanted = rankNodes(nodes, { fullLoadPercent, roomNodeId: nodeId })[0]?.node
    if (!wanted) return undefined
    const usable = nodes.filter(({ draining }) => !draining)
    const chosen = await placeMeet(
      redis,
      meetId,
      wanted.nodeId,
      usable.map((node) => node.nodeId),
    )
    return nodes.find((node) => node.nodeId === chosen)
  }
}

/** `https://sfu-1.example.org/sfu` → origin and socket.io path there; a path alone means the platform's own origin. */
export function addressOf(publicUrl: string): { url: string; path: string } {
  const base = publicUrl.replace(/\/+$/, '')
  if (base.startsWith('/') || base === '') return { url: '/', path: `${base}/socket.io` }
  const { origin, pathname } = new URL(base)
  return { url: origin, path: `${pathname === '/' ? '' : pathname}/socket.io` }
}

/**
 * STUN as configured; TURN with a credential of its own that ends by itself where the server shares a secret (coturn
 * `use-auth-secret`).
 */
export function iceServers(ice: IceSettings, userId: string, nowMs: number): MediaGrant['iceServers'] {
  const servers: MediaGrant['iceServers'] = ice.stunUrls.length > 0 ? [{ urls: [...ice.stunUrls] }] : []
  if (ice.turnUrls.length === 0) return servers
  const urls = [...ice.turnUrls]
  if (ice.turnSecret !== undefined) {
    const username = `${Math.floor((nowMs + turnCredentialMs) / 1000)}:${userId}`
    return [...servers, { urls, username, credential: createHmac('sha1', ice.turnSecret).update(username).digest('base64') }]
  }
  if (ice.turnUsername === undefined || ice.turnCredential === undefined) return [...servers, { urls }]
  return [...servers, { urls, username: ice.turnUsername, credential: ice.turnCredential }]
}
