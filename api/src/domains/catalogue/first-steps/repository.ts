import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'

export interface FirstStepsRow {
  has_channel: boolean
  is_approved: boolean
  can_be_paid: boolean
  has_published: boolean
  has_broadcast: boolean
  channel_slug: string | null
  draft_slug: string | null
  draft_channel_slug: string | null
}

/** How far the owner of channels has come. */
export async function findFirstSteps(knex: Knex, userId: string): Promise<FirstStepsRow> {
  const [row] = await prepared<FirstStepsRow>(
    knex,
    'first-steps',
    `with own as (select * from channels where owner_id = $1),
          made as (select p.*, own.slug as channel_slug from products p join own on own.id = p.channel_id),
          draft as (select slug, channel_slug from made where status = 'draft' order by created_at desc, id limit 1)
     select exists (select from own) as has_channel,
            exists (select from own where approved_at is not null) as is_approved,
            exists (select from own where iban is not null and billing_nif is not null) as can_be_paid,
            exists (select from made where status = 'published') as has_published,
            exists (select from broadcasts b join made on made.id = b.product_id where b.first_media_at is not null and b.kind <> 'meeting') as has_broadcast,
            (select slug from own order by created_at desc, id limit 1) as channel_slug,
            (select slug from draft) as draft_slug,
            (select channel_slug from draft) as draft_channel_slug`,
    [userId],
  )
  if (!row) throw new Error('an aggregate has one row')
  return row
}
