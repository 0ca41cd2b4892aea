import type { Knex } from 'knex'

/**
 * A channel's classification is its main category (CAT-100): what was free text so far is matched with the categories
 * there are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update channels set category_id = known.category_id
    from (select distinct on (plain_text(title)) plain_text(title) as name, category_id from category_translations order by 1, 2) known
    where channels.category_id is null and known.name = plain_text(channels.classification);

    -- The lists of the back office: of one owner and of all, by what waits and by the latest change.
    create index channels_owner_status_index on channels (owner_id, status, status_changed_at desc);
    create index speakers_owner_name_index on speakers (owner_id, plain_text(name));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index speakers_owner_name_index;
    drop index channels_owner_status_index;
  `)
}
