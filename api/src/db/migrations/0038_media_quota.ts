import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table media_jobs
      -- Whose file it is, also after its product was deleted: one encoding of an owner at a time.
      add column owner_id uuid references users on delete set null,
      -- Length of the pictures, as soon as a worker has read it: counted against the minutes of a day.
      add column picture_ms bigint check (picture_ms >= 0);
    update media_jobs j set owner_id = c.owner_id
      from media_assets a join products p on p.id = a.product_id join channels c on c.id = p.channel_id
      where a.id = j.asset_id and j.kind = 'vod_ladder';
    create index media_jobs_owner_index on media_jobs (owner_id, updated_at);
    -- Pictures of somebody that were sent today.
    create index files_owner_created_index on files (owner_id, created_at) where purpose = 'image';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index files_owner_created_index, media_jobs_owner_index;
    alter table media_jobs drop column picture_ms, drop column owner_id;
  `)
}
