import type { Knex } from 'knex'

const kinds = (names: string) => `
  alter table media_jobs drop constraint media_jobs_kind_check;
  alter table media_jobs add constraint media_jobs_kind_check check (kind in (${names}));`

export async function up(knex: Knex): Promise<void> {
  // The lists of a whole show, for feeds that were not there all the time.
  await knex.raw(kinds(`'live_ladder', 'vod_ladder', 'recording_show', 'recording_remux', 'trailer', 'thumbnail', 'audio', 'delete'`))
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`delete from media_jobs where kind = 'recording_show'`)
  await knex.raw(kinds(`'live_ladder', 'vod_ladder', 'recording_remux', 'trailer', 'thumbnail', 'audio', 'delete'`))
}
