import type { AuditAction } from '@e-events/shared/domain/audit-log.ts'
import { allowedChannelActs, channelActs, type ChannelAct, type ChannelCaller } from '@e-events/shared/domain/channels.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { ChannelRow } from '../../../db/tables/catalogue.ts'
import type { MailData } from '../../../mail/templates.ts'
import type { AfterCommit } from '../../../events/domain-events.ts'
import type { ChannelRepository } from './repository.ts'

export type ActContext = AuditContext & { actorId: string }
type Letters = Pick<
  MailData,
  | 'channel_received'
  | 'channel_approved'
  | 'channel_rejected'
  | 'channel_suspended'
  | 'channel_banned'
  | 'channel_reinstated'
  | 'payout_account_changed'
>
type Letter = { [T in keyof Letters]: { template: T; data: Omit<Letters[T], 'name'> } }[keyof Letters]

const actionOf: Record<ChannelAct, AuditAction> = {
  requestPublication: 'channel.request_publication',
  withdraw: 'channel.withdraw',
  toDraft: 'channel.to_draft',
  toPrivate: 'channel.to_private',
  approve: 'channel.approve',
  reject: 'channel.reject',
  suspend: 'channel.suspend',
  ban: 'channel.ban',
  reinstate: 'channel.reinstate',
}

/** Consequences of a channel's acts for the rest of the platform. */
export interface ChannelWorld {
  /** By mail and notification, in their language. */
  notifyOwner(
    trx: Knex,
    owner: { id: string; email: string; name: string; locale: 'es' | 'en' | 'pt' },
    message: { template: keyof Letters; data: Letters[keyof Letters]; payload: Record<string, unknown> },
  ): Promise<AfterCommit>
  /** Ends its shows on air. */
  endShows(trx: Knex, channelId: string): Promise<AfterCommit>
  /** Its products came into, or left, the public lists. */
  listsChanged(): Promise<void>
}

/** Walks one edge of the life of a channel: state, request, audit log, letter and consequences in one transaction. */
export function createChannelActs(deps: { knex: Knex; repository: ChannelRepository; world: ChannelWorld; clock: Clock }) {
  const { knex, repository, world, clock } = deps

  /** @throws DomainError CHANNEL_STATE where the act leads nowhere from here, or not for this caller */
  return async function act(
    id: string,
    name: ChannelAct,
    by: ActContext & { isStaff: boolean },
    reason: string | null = null,
  ): Promise<void> {
    const finish = await knex.transaction(async (trx) => {
      const channel = await repository.lock(trx, id)
      const caller: ChannelCaller = { isOwner: channel.owner_id === by.actorId, isStaff: by.isStaff }
      if (!allowedChannelActs(channel.status, caller)[name]) {
        throw new DomainError('CHANNEL_STATE', { detail: `${name} of a channel that is ${channel.status}` })
      }
      const { to } = channelActs[name]
      const now = clock.now()
      await settleRevision(trx, channel, { name, actorId: by.actorId, reason, now })
      const approval = to === 'published' ? { approved_at: now } : {}
      await repository.update(trx, id, { status: to, status_changed_at: now, status_reason: reason, ...approval })
      await writeAudit(trx, {
        actorId: by.actorId,
        requestId: by.requestId,
        address: by.address,
        action: actionOf[name],
        subject: { type: 'channel', id },
        before: { status: channel.status },
        after: { status: to, ...(reason === null ? {} : { reason }) },
      })
      const steps: AfterCommit[] = []
      if (name === 'ban' || name === 'suspend') steps.push(await world.endShows(trx, id))
      const letter = letterOf(name, channel, reason)
      const owner = letter && (await repository.findOwner(trx, id))
      if (letter && owner) {
        const message = { template: letter.template, data: { ...letter.data, name: owner.name }, payload: { channel: channel.slug } }
        steps.push(await world.notifyOwner(trx, owner, message))
      }
      if (channel.status === 'published' || to === 'published') steps.push(() => world.listsChanged())
      return steps
    })
    for (const step of finish) await step()
  }

  /** A request is opened, decided, or falls away with a ban. */
  async function settleRevision(
    trx: Knex,
    channel: ChannelRow,
    { name, actorId, reason, now }: { name: ChannelAct; actorId: string; reason: string | null; now: Date },
  ): Promise<void> {
    if (name === 'requestPublication') return repository.addRevision(trx, { channelId: channel.id, requestedBy: actorId, now })
    if (name === 'approve') return repository.closeRevision(trx, channel.id, { state: 'approved', decidedBy: actorId, now, reason: null })
    if (name === 'reject') return repository.closeRevision(trx, channel.id, { state: 'rejected', decidedBy: actorId, now, reason })
    return repository.closeRevision(trx, channel.id, { state: 'withdrawn' })
  }
}

/** Mail to the owner; their own steps need none. */
function letterOf(name: ChannelAct, { title: channel, slug }: ChannelRow, reason: string | null): Letter | undefined {
  const why = reason ?? ''
  switch (name) {
    case 'requestPublication':
      return { template: 'channel_received', data: { channel, slug, hours: limits.channelReviewMs / 3_600_000 } }
    case 'approve':
      return { template: 'channel_approved', data: { channel } }
    case 'reject':
      return { template: 'channel_rejected', data: { channel, slug, reason: why } }
    case 'suspend':
      return { template: 'channel_suspended', data: { channel, slug, reason: why } }
    case 'ban':
      return { template: 'channel_banned', data: { channel, reason: why } }
    case 'reinstate':
      return { template: 'channel_reinstated', data: { channel, slug } }
    default:
      return undefined
  }
}
