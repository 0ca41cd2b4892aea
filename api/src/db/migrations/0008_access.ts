import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table coupon_batches (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete restrict,
      session_id uuid,
      created_by uuid references users on delete set null,
      name text not null default '' check (length(name) <= 120),
      quantity int not null check (quantity between 1 and 100000),
      code_count int not null default 0,
      redeemed_count int not null default 0,
      net_price_minor bigint not null check (net_price_minor >= 0),
      tax_basis_points int not null check (tax_basis_points between 0 and 10000),
      currency char(3) not null default 'EUR' check (is_currency(currency)),
      valid_until timestamptz,
      deactivated_at timestamptz,
      -- The pair makes a session of another product impossible.
      foreign key (session_id, product_id) references product_sessions (id, product_id) on delete restrict,
      constraint coupon_batches_codes check (code_count between 0 and quantity),
      constraint coupon_batches_redeemed check (redeemed_count between 0 and code_count)
    );
    create index coupon_batches_product_index on coupon_batches (product_id);
    create index coupon_batches_session_index on coupon_batches (session_id, product_id);
    create index coupon_batches_created_by_index on coupon_batches (created_by);

    create table coupons (
      id uuid primary key default gen_random_uuid(),
      batch_id uuid not null references coupon_batches on delete restrict,
      code citext not null unique check (length(code) between 10 and 40),
      reserved_by uuid references users on delete set null,
      reserved_until timestamptz,
      redeemed_by uuid references users on delete restrict,
      redeemed_at timestamptz,
      order_id uuid references orders on delete restrict,
      constraint coupons_redeemed check ((redeemed_by is null) = (redeemed_at is null)),
      constraint coupons_reserved check ((reserved_by is null) or (reserved_until is not null))
    );
    create index coupons_batch_index on coupons (batch_id);
    create index coupons_reserved_by_index on coupons (reserved_by);
    create index coupons_redeemed_by_index on coupons (redeemed_by);
    create index coupons_redeemed_index on coupons (redeemed_at desc) where redeemed_at is not null;
    create index coupons_order_index on coupons (order_id);

    -- Codes of a batch are counted per statement, so that making 50 000 of them stays one update.
    create function coupons_count_codes() returns trigger language plpgsql as $$
    begin
      update coupon_batches b set code_count = b.code_count + n.codes
      from (select batch_id, count(*) as codes from inserted group by batch_id) n where b.id = n.batch_id;
      return null;
    end $$;
    create trigger coupons_count_codes after insert on coupons
      referencing new table as inserted for each statement execute function coupons_count_codes();

    -- A code is redeemed once and for good; the count of its batch follows by itself.
    create function coupons_redeem_once() returns trigger language plpgsql as $$
    begin
      if old.redeemed_at is not null and (new.redeemed_at, new.redeemed_by) is distinct from (old.redeemed_at, old.redeemed_by) then
        raise exception 'a coupon is redeemable once' using errcode = 'check_violation', constraint = 'coupons_redeemed_once';
      end if;
      if old.redeemed_at is null and new.redeemed_at is not null then
        update coupon_batches set redeemed_count = redeemed_count + 1 where id = new.batch_id;
      end if;
      return new;
    end $$;
    create trigger coupons_redeem_once before update on coupons for each row execute function coupons_redeem_once();

    create table access_codes (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete restrict,
      code citext not null unique check (length(code) between 10 and 40),
      label text check (length(label) <= 120),
      created_by uuid references users on delete set null,
      redeemed_by uuid references users on delete restrict,
      redeemed_at timestamptz,
      order_id uuid references orders on delete restrict,
      revoked_at timestamptz,
      constraint access_codes_redeemed check ((redeemed_by is null) = (redeemed_at is null))
    );
    create index access_codes_product_index on access_codes (product_id);
    create index access_codes_created_by_index on access_codes (created_by);
    create index access_codes_redeemed_by_index on access_codes (redeemed_by);
    create index access_codes_order_index on access_codes (order_id);

    create function access_codes_need_published() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if old.redeemed_at is not null and (new.redeemed_at, new.redeemed_by) is distinct from (old.redeemed_at, old.redeemed_by) then
          raise exception 'an access code is redeemable once' using errcode = 'check_violation', constraint = 'access_codes_redeemed_once';
        end if;
      elsif (select status from products where id = new.product_id) = 'draft' then
        raise exception 'codes are generated after publishing' using errcode = 'check_violation', constraint = 'access_codes_published';
      end if;
      return new;
    end $$;
    create trigger access_codes_need_published before insert or update on access_codes for each row execute function access_codes_need_published();

    create function coupon_batches_need_published() returns trigger language plpgsql as $$
    begin
      if (select status from products where id = new.product_id) = 'draft' then
        raise exception 'coupons require a published or private product' using errcode = 'check_violation', constraint = 'coupon_batches_published';
      end if;
      return new;
    end $$;
    create trigger coupon_batches_need_published before insert on coupon_batches for each row execute function coupon_batches_need_published();

    create table gifts (
      id uuid primary key default gen_random_uuid(),
      order_item_id uuid not null references order_items on delete restrict,
      product_id uuid not null references products on delete restrict,
      code citext not null unique check (length(code) between 10 and 40),
      recipient_email citext,
      recipient_name text check (length(recipient_name) <= 120),
      message text check (length(message) <= 1000),
      deliver_at timestamptz,
      redeemed_by uuid references users on delete restrict,
      redeemed_at timestamptz,
      revoked_at timestamptz,
      constraint gifts_redeemed check ((redeemed_by is null) = (redeemed_at is null))
    );
    create index gifts_order_item_index on gifts (order_item_id);
    create index gifts_product_index on gifts (product_id);
    create index gifts_redeemed_by_index on gifts (redeemed_by);

    -- The right to watch. One valid ticket per user and product covers all its sessions.
    create table tickets (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete restrict,
      product_id uuid not null references products on delete restrict,
      source text not null check (source in ('free', 'order', 'coupon', 'gift', 'code')),
      order_item_id uuid references order_items on delete restrict,
      coupon_id uuid unique references coupons on delete restrict,
      access_code_id uuid unique references access_codes on delete restrict,
      gift_id uuid unique references gifts on delete restrict,
      -- Set where access came with a bundle or a master.
      through_product_id uuid references products on delete restrict,
      acquired_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      revoked_reason text check (revoked_reason in ('refund', 'admin', 'deleted', 'fraud', 'expired')),
      first_watched_at timestamptz,
      withdrawal_waived_at timestamptz,
      constraint tickets_source check (
        (source <> 'order' or order_item_id is not null) and (source <> 'coupon' or coupon_id is not null)
        and (source <> 'gift' or gift_id is not null) and (source <> 'code' or access_code_id is not null)),
      constraint tickets_revoked check ((revoked_at is null) = (revoked_reason is null))
    );
    create unique index tickets_one_per_user_and_product on tickets (user_id, product_id) where revoked_at is null;
    create index tickets_user_index on tickets (user_id, acquired_at desc);
    create index tickets_product_index on tickets (product_id, acquired_at desc);
    create index tickets_order_item_index on tickets (order_item_id);
    create index tickets_through_product_index on tickets (through_product_id);
    create index tickets_expiry_index on tickets (expires_at) where revoked_at is null and expires_at is not null;

    create function tickets_refuse_physical() returns trigger language plpgsql as $$
    begin
      if (select type from products where id = new.product_id) = 'physical' then
        raise exception 'physical goods have no ticket' using errcode = 'check_violation', constraint = 'tickets_access_product';
      end if;
      return new;
    end $$;
    create trigger tickets_refuse_physical before insert or update of product_id on tickets for each row execute function tickets_refuse_physical();

    create table channel_subscriptions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete restrict,
      channel_id uuid not null references channels on delete restrict,
      status text not null default 'subscribed' check (status in ('subscribed', 'cancelled')),
      subscribed_at timestamptz not null default now(),
      cancelled_at timestamptz,
      valid_until timestamptz not null,
      net_minor bigint not null check (net_minor >= 0),
      tax_basis_points int not null check (tax_basis_points between 0 and 10000),
      total_minor bigint not null check (total_minor >= 0),
      currency char(3) not null check (is_currency(currency)),
      order_id uuid references orders on delete restrict,
      provider_subscription_id text unique,
      failed_attempts int not null default 0 check (failed_attempts between 0 and 3),
      next_attempt_at timestamptz,
      constraint channel_subscriptions_cancelled check ((status = 'cancelled') = (cancelled_at is not null)),
      constraint channel_subscriptions_total check (total_minor = net_minor + (net_minor * tax_basis_points + 5000) / 10000)
    );
    create unique index channel_subscriptions_one_running on channel_subscriptions (user_id, channel_id) where status = 'subscribed';
    create index channel_subscriptions_user_index on channel_subscriptions (user_id, valid_until desc);
    create index channel_subscriptions_channel_index on channel_subscriptions (channel_id, valid_until desc);
    create index channel_subscriptions_order_index on channel_subscriptions (order_id);
    create index channel_subscriptions_renewal_index on channel_subscriptions (valid_until) where status = 'subscribed';

    create table platform_subscriptions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete restrict,
      status text not null default 'subscribed' check (status in ('subscribed', 'cancelled')),
      kind text not null check (kind in ('periodic', 'single')),
      period text not null check (period in ('monthly', 'annual')),
      subscribed_at timestamptz not null default now(),
      cancelled_at timestamptz,
      valid_until timestamptz not null,
      price_minor bigint not null check (price_minor > 0),
      currency char(3) not null check (is_currency(currency)),
      order_id uuid references orders on delete restrict,
      provider_subscription_id text unique,
      constraint platform_subscriptions_cancelled check ((status = 'cancelled') = (cancelled_at is not null))
    );
    create unique index platform_subscriptions_one_running on platform_subscriptions (user_id) where status = 'subscribed';
    create index platform_subscriptions_user_index on platform_subscriptions (user_id, valid_until desc);
    create index platform_subscriptions_order_index on platform_subscriptions (order_id);

    -- Somebody who opened a checkout or saved a product and has not bought it within a day.
    create table opportunities (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      product_id uuid not null references products on delete cascade,
      source text not null check (source in ('checkout', 'saved')),
      country char(2),
      opened_at timestamptz not null default now(),
      closed_at timestamptz,
      closed_reason text check (closed_reason in ('bought', 'expired')),
      constraint opportunities_closed check ((closed_at is null) = (closed_reason is null))
    );
    create unique index opportunities_one_open on opportunities (user_id, product_id) where closed_at is null;
    create index opportunities_user_index on opportunities (user_id);
    create index opportunities_product_index on opportunities (product_id, opened_at desc);
  `)
  await addTimestamps(
    knex,
    'coupon_batches',
    'coupons',
    'access_codes',
    'gifts',
    'tickets',
    'channel_subscriptions',
    'platform_subscriptions',
  )
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(
    knex,
    'opportunities',
    'platform_subscriptions',
    'channel_subscriptions',
    'tickets',
    'gifts',
    'access_codes',
    'coupons',
    'coupon_batches',
  )
  await knex.raw(`
    drop function tickets_refuse_physical();
    drop function coupon_batches_need_published();
    drop function access_codes_need_published();
    drop function coupons_redeem_once();
    drop function coupons_count_codes();
  `)
}
