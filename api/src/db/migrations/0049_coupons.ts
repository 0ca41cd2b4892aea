import type { Knex } from 'knex'
import { dropTables } from '../migration-tools.ts'

/** Coupons and codes as they are typed, tickets of one session, and mails about opportunities. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Compares codes as people type them: blanks, dashes and case say nothing, and letters that look like digits are those digits.
    create function code_key(code text) returns text language sql immutable strict parallel safe as $$
      select translate(upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g')), 'OIL', '011')
    $$;
    create unique index coupons_key on coupons (code_key(code::text));
    create unique index access_codes_key on access_codes (code_key(code::text));

    alter table coupons add column revoked_at timestamptz;

    -- The coupon that made the price. Another account may hold it by the time of a late payment.
    alter table order_items add column coupon_id uuid references coupons on delete restrict;
    create index order_items_coupon_index on order_items (coupon_id);

    -- A ticket of one session; null covers every session.
    alter table tickets
      add column session_id uuid,
      add foreign key (session_id, product_id) references product_sessions (id, product_id) on delete restrict;
    create index tickets_session_index on tickets (session_id, product_id);

    -- Mails to people who did not buy: one per person, product and week.
    create table follow_ups (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      product_id uuid not null references products on delete cascade,
      sent_by uuid references users on delete set null,
      kind text not null check (kind in ('checkout', 'waiting', 'saved', 'expiring')),
      sent_at timestamptz not null default now()
    );
    create index follow_ups_user_index on follow_ups (user_id, product_id, sent_at desc);
    create index follow_ups_product_index on follow_ups (product_id, sent_at desc);
    create index follow_ups_sent_by_index on follow_ups (sent_by);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'follow_ups')
  await knex.raw(`
    alter table tickets drop column session_id;
    alter table order_items drop column coupon_id;
    alter table coupons drop column revoked_at;
    drop index access_codes_key;
    drop index coupons_key;
    drop function code_key(text);
  `)
}
