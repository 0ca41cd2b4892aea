import type { Knex } from 'knex'

/** Checkouts that were opened, and mails about a product or a channel's subscription. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Other opportunities are read from the waiting list, tickets, subscriptions and saved products.
    alter table opportunities rename to opened_checkouts;
    alter table opened_checkouts drop constraint opportunities_closed, drop column source, drop column closed_reason;
    alter index opportunities_one_open rename to opened_checkouts_one_open;
    alter index opportunities_user_index rename to opened_checkouts_user_index;
    alter index opportunities_product_index rename to opened_checkouts_product_index;
    alter table opened_checkouts rename constraint opportunities_pkey to opened_checkouts_pkey;

    alter table saved_products add column id uuid not null default gen_random_uuid() unique;

    alter table follow_ups
      alter column product_id drop not null,
      add column channel_id uuid references channels on delete cascade,
      add constraint follow_ups_subject check (num_nonnulls(product_id, channel_id) = 1);
    create index follow_ups_channel_index on follow_ups (channel_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from follow_ups where product_id is null;
    alter table follow_ups drop column channel_id, alter column product_id set not null;
    alter table saved_products drop column id;

    alter table opened_checkouts rename constraint opened_checkouts_pkey to opportunities_pkey;
    alter index opened_checkouts_product_index rename to opportunities_product_index;
    alter index opened_checkouts_user_index rename to opportunities_user_index;
    alter index opened_checkouts_one_open rename to opportunities_one_open;
    alter table opened_checkouts
      add column source text not null default 'checkout' check (source in ('checkout', 'saved')),
      add column closed_reason text check (closed_reason in ('bought', 'expired'));
    update opened_checkouts set closed_reason = 'bought' where closed_at is not null;
    alter table opened_checkouts
      alter column source drop default,
      add constraint opportunities_closed check ((closed_at is null) = (closed_reason is null));
    alter table opened_checkouts rename to opportunities;
  `)
}
