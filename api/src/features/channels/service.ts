import type { createChannelBody, updateChannelBody } from '@e-events/shared/contract/channels.ts'
import { assertMove } from '@e-events/shared/domain/machine.ts'
import { channelTransitions } from '@e-events/shared/domain/states.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../db/audit-log.ts'
import type { ChannelRow, ChannelUpdate } from '../../db/tables/channels.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { insertWithSlug } from '../../read/slug.ts'
import { channelActions } from './policy.ts'
import type { ChannelRepository } from './repository.ts'

export type Channels = ReturnType<typeof createChannels>

export function createChannels(deps: { knex: Knex; repository: ChannelRepository; mailer: Mailer; clock: Clock }) {
  const { knex, repository, clock } = deps
  return {
    /** A published channel; its owner and admins see it in every state. @throws DomainError NOT_FOUND */
    async get(slug: string, viewer: { id: string; isAdmin: boolean } | null): Promise<ChannelRow> {
      const row = await repository.findBySlug(slug)
      const visible =
        row !== undefined && (row.status === 'published' || (viewer !== null && (viewer.isAdmin || viewer.id === row.owner_id)))
      if (!visible) throw new DomainError('NOT_FOUND')
      return row
    },

    /** @throws DomainError SLUG_TAKEN */
    async create(ownerId: string, body: z.output<typeof createChannelBody>): Promise<ChannelRow> {
      return insertWithSlug({ slug: body.slug, title: body.title, taken: repository.slugsLike }, (slug) =>
        repository.insert({
          owner_id: ownerId,
          slug,
          title: body.title,
          short_description: body.shortDescription,
          business_name: body.businessName,
          classification: body.classification,
          tags: body.tags,
        }),
      )
    },

    /** @throws DomainError STATE_CONFLICT for a banned channel: it is closed to its owner */
    async update(id: string, body: z.output<typeof updateChannelBody>): Promise<ChannelRow> {
      return knex.transaction(async (trx) => {
        const channel = await repository.lock(trx, id)
        if (!channelActions(channel.status).edit) throw new DomainError('STATE_CONFLICT')
        return repository.update(trx, id, toChange(body))
      })
    },

    /** @throws DomainError STATE_CONFLICT from any state but draft, private and deactivated */
    async requestPublication(id: string, userId: string): Promise<ChannelRow> {
      return knex.transaction(async (trx) => {
        const channel = await repository.lock(trx, id)
        assertMove(channelTransitions, channel.status, 'revision')
        const now = clock.now()
        await repository.addRevision(trx, { channelId: id, requestedBy: userId, now })
        return repository.update(trx, id, { status: 'revision', status_changed_at: now })
      })
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT */
    async approve(slug: string, by: AuditContext & { actorId: string }): Promise<ChannelRow> {
      const found = await repository.findBySlug(slug)
      if (!found) throw new DomainError('NOT_FOUND')
      return knex.transaction(async (trx) => {
        const channel = await repository.lock(trx, found.id)
        assertMove(channelTransitions, channel.status, 'published')
        const now = clock.now()
        await repository.decideRevision(trx, { channelId: channel.id, decidedBy: by.actorId, state: 'approved', now })
        await writeAudit(trx, {
          ...by,
          action: 'channel.approve',
          subject: { type: 'channel', id: channel.id },
          before: { status: channel.status },
          after: { status: 'published' },
        })
        const owner = await repository.findOwner(trx, channel.id)
        if (owner) {
          const data = { name: owner.name, channel: channel.title }
          await deps.mailer.enqueue(trx, { template: 'channel_approved', to: owner.email, language: owner.locale, data })
        }
        return repository.update(trx, channel.id, { status: 'published', status_changed_at: now, approved_at: now })
      })
    },

    list: repository.listOwn,
    listPublished: repository.listPublished,
  }
}

function toChange(body: z.output<typeof updateChannelBody>): ChannelUpdate {
  const change: ChannelUpdate = {}
  if (body.title !== undefined) change.title = body.title
  if (body.shortDescription !== undefined) change.short_description = body.shortDescription
  if (body.businessName !== undefined) change.business_name = body.businessName
  if (body.classification !== undefined) change.classification = body.classification
  if (body.tags !== undefined) change.tags = body.tags
  if (body.links) {
    change.website_url = body.links.website
    change.youtube_url = body.links.youtube
    change.instagram_url = body.links.instagram
    change.facebook_url = body.links.facebook
    change.twitter_url = body.links.twitter
    change.spotify_url = body.links.spotify
  }
  return change
}
