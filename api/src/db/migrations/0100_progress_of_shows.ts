import type { Knex } from 'knex'

/**
 * Progress in a show counts by the show's own clock, on air and in its recording: `covered` is then in milliseconds
 * since the broadcast began. Rows of recordings named places of the recording, which began with its first picture.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table lesson_progress add column broadcast_id uuid references broadcasts on delete set null;
    create index lesson_progress_broadcast_index on lesson_progress (broadcast_id);
    update lesson_progress g set broadcast_id = b.id,
        covered = (select coalesce(range_agg(int8range(lower(r) + b.before_ms, upper(r) + b.before_ms)), '{}') from unnest(g.covered) r)
      from lessons l
        join products p on p.id = l.source_product_id and p.media_asset_id is null
        join lateral (
          select id, (extract(epoch from coalesce(first_media_at, started_at) - started_at) * 1000)::int8 as before_ms
          from broadcasts where product_id = p.id and kind = 'live' order by state = 'ended', started_at desc limit 1) b on true
      where l.id = g.lesson_id and l.kind = 'live' and not isempty(g.covered);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index lesson_progress_broadcast_index; alter table lesson_progress drop column broadcast_id')
}
