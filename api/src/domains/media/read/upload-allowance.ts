import type { UploadAllowance } from '@e-events/shared/contract/media/uploads.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Knex } from 'knex'

interface Used {
  is_newcomer: boolean
  stored_bytes: number
  files: number
  picture_ms: number
}

/**
 * Everything of an organizer counts, in whichever channel: what is being sent with its whole size, since all of it may
 * arrive.
 */
const used = `
  with own as (select p.id from products p join channels c on c.id = p.channel_id where c.owner_id = :ownerId),
  kept as (
    select coalesce(a.size_bytes, 0) + coalesce(f.size_bytes, 0) as bytes, a.source_file_id is not null as is_sent
    from media_assets a left join broadcasts b on b.id = a.broadcast_id left join files f on f.id = a.source_file_id
    where coalesce(a.product_id, b.product_id) in (select id from own) and a.state <> 'deleted'
    union all
    select size_bytes, true from uploads
    where product_id in (select id from own) and asset_id is null and state in ('uploading', 'processing')
    union all
    select size_bytes, false from files where owner_id = :ownerId and purpose = 'image' and deleted_at is null
  )
  select
    not exists (select 1 from channels where owner_id = :ownerId and approved_at is not null and status <> 'banned')
      and not exists (select 1 from users where id = :ownerId and 'ADMIN' = any(roles)) as is_newcomer,
    (select coalesce(sum(bytes), 0)::bigint from kept) as stored_bytes,
    (select count(*)::int from kept where is_sent) as files,
    (select coalesce(sum(picture_ms), 0)::bigint from media_jobs
      where owner_id = :ownerId and updated_at > now() - interval '24 hours' and id is distinct from cast(:jobId as uuid)) as picture_ms`

/** `exceptJobId`: work that is about to begin does not count against itself. */
export async function readUploadAllowance(db: Knex, ownerId: string, exceptJobId: string | null = null): Promise<UploadAllowance> {
  const { rows } = await db.raw<{ rows: [Used] }>(used, { ownerId, jobId: exceptJobId })
  const [row] = rows
  const left = (limit: number, taken: number) => Math.max(0, limit - taken)
  return {
    bytes: left(row.is_newcomer ? limits.newcomerStoredBytes : limits.ownerStoredBytes, row.stored_bytes),
    pictureMs: left(row.is_newcomer ? limits.newcomerPictureMs : limits.ownerPictureMs, row.picture_ms),
    files: row.is_newcomer ? left(limits.newcomerFiles, row.files) : null,
  }
}

/**
 * In the transaction that stores something for this owner: others that do the same wait, so that two cannot take the
 * same rest.
 */
export async function lockOwner(trx: Knex, ownerId: string): Promise<void> {
  await trx('users').where({ id: ownerId }).forNoKeyUpdate().first('id')
}

/** @throws DomainError QUOTA_FILES, QUOTA_BYTES; QUOTA_MINUTES for pictures that move */
export function assertAllowed(left: UploadAllowance, wanted: { bytes: number; hasPictures: boolean }): void {
  if (left.files === 0) throw new DomainError('QUOTA_FILES')
  if (wanted.bytes > left.bytes) throw new DomainError('QUOTA_BYTES')
  if (wanted.hasPictures && left.pictureMs === 0) throw new DomainError('QUOTA_MINUTES')
}
