import type { Knex } from 'knex'
import { dropTables } from '../migration-tools.ts'

/**
 * State of a bundle where there is one, the parts of a sold bundle with their shares, and gifts that wait for their
 * payment: the code is made by it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update products p set bundle_state = null
      where bundle_state is not null and not exists (select 1 from bundle_items i where i.bundle_id = p.id);
    update products p set bundle_state = 'inactive'
      where bundle_state is null and exists (select 1 from bundle_items i where i.bundle_id = p.id);

    create table order_item_parts (
      order_item_id uuid not null references order_items on delete cascade,
      product_id uuid not null references products on delete restrict,
      position int not null,
      title text not null,
      -- As the buyer was told: owned and unavailable parts are neither charged nor given.
      state text not null check (state in ('included', 'owned', 'unavailable')),
      net_minor bigint not null check (net_minor >= 0),
      tax_minor bigint not null check (tax_minor >= 0),
      primary key (order_item_id, product_id),
      constraint order_item_parts_charge check (state = 'included' or (net_minor = 0 and tax_minor = 0))
    );
    create index order_item_parts_product_index on order_item_parts (product_id);

    alter table gifts
      alter column code drop not null,
      alter column deliver_at set not null,
      alter column recipient_email set not null,
      alter column recipient_name set not null,
      add column mailed_at timestamptz,
      add constraint gifts_code check (code is not null or (redeemed_at is null and mailed_at is null)),
      add constraint gifts_one_end check (revoked_at is null or redeemed_at is null or revoked_at >= redeemed_at);
    drop index gifts_order_item_index;
    create unique index gifts_order_item_key on gifts (order_item_id);
    create index gifts_waiting_index on gifts (deliver_at) where mailed_at is null and revoked_at is null and code is not null;

    create function gifts_redeem_once() returns trigger language plpgsql as $$
    begin
      if old.redeemed_at is not null and (new.redeemed_at, new.redeemed_by) is distinct from (old.redeemed_at, old.redeemed_by) then
        raise exception 'a gift is redeemable once' using errcode = 'check_violation', constraint = 'gifts_redeemed_once';
      end if;
      return new;
    end $$;
    create trigger gifts_redeem_once before update on gifts for each row execute function gifts_redeem_once();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger gifts_redeem_once on gifts;
    drop function gifts_redeem_once();
    drop index gifts_waiting_index;
    drop index gifts_order_item_key;
    create index gifts_order_item_index on gifts (order_item_id);
    delete from gifts where code is null;
    alter table gifts
      drop constraint gifts_one_end,
      drop constraint gifts_code,
      drop column mailed_at,
      alter column recipient_name drop not null,
      alter column recipient_email drop not null,
      alter column deliver_at drop not null,
      alter column code set not null;
  `)
  await dropTables(knex, 'order_item_parts')
}
