import { randomUUID } from 'node:crypto'
import { signParticipantToken } from '@e-events/shared/node/tokens.ts'
import { knock, type RawPeer, type RawReply } from './signalling.ts'
import type { Stack } from './stack.ts'

/** A grant of somebody new for a meeting, as the api signs it. */
export function participantToken(stack: Stack, meeting: { meetId: string; productId: string }): Promise<string> {
  const claims = {
    ...meeting,
    sub: randomUUID(),
    sessionId: randomUUID(),
    isHost: false,
    name: 'Ana',
    avatarUrl: null,
    accessUntilMs: Date.now() + 15 * 60_000,
  }
  return signParticipantToken(claims, String(stack.env['SFU_TOKEN_SECRET']), 60_000)
}

/** A participant without a browser, who only signals. Answers what the sfu said to the join. */
export async function takeSeat(stack: Stack, productId: string): Promise<{ peer: RawPeer; reply: RawReply }> {
  const meet = await stack.knex('meets').where({ product_id: productId, state: 'started' }).first('id')
  const token = await participantToken(stack, { meetId: String(meet?.id), productId })
  const { peer, refused } = await knock(stack, { token })
  if (!peer) throw new Error(`no connection to the sfu: ${refused.code} ${refused.message}`)
  return { peer, reply: await peer.send({ method: 'join', data: {} }) }
}
