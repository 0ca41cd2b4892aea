import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The first category of a product is the one on its card.
    alter table product_categories add column position int not null default 0;

    -- The public list without any filter, the newest first.
    create index products_newest_index on products (published_at desc, id desc) where status = 'published' and cancelled_at is null;

    -- Who was told of a change: a notification of this batch is written once per ticket holder.
    alter table event_changes add column batch_id uuid references notification_batches on delete set null;
    create index event_changes_batch_index on event_changes (batch_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index products_newest_index;
    alter table event_changes drop column batch_id;
    alter table product_categories drop column position;
  `)
}
