import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import type { OwnedResource, Owners } from '../../../http/owners.ts'

/**
 * Who owns what `access.owner` of an endpoint names: a channel belongs to its organizer, a product to its channel's.
 */
export function createOwners(knex: Knex): Owners {
  return {
    async channel(slug) {
      const [row] = await prepared<OwnedResource>(
        knex,
        'owner-of-channel',
        `select id, owner_id as "ownerId" from channels where slug = $1`,
        [slug],
      )
      return row
    },
    async product(slug) {
      const [row] = await prepared<OwnedResource>(
        knex,
        'owner-of-product',
        `select p.id, c.owner_id as "ownerId" from products p join channels c on c.id = p.channel_id where p.slug = $1`,
        [slug],
      )
      return row
    },
    async speaker(id) {
      const [row] = await prepared<OwnedResource>(
        knex,
        'owner-of-speaker',
        `select id, owner_id as "ownerId" from speakers where id = $1`,
        [id],
      )
      return row
    },
  }
}
