import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

/**
 * Subscriptions to channels and to the platform in one table, with what renewing needs: the card that is charged again,
 * failed attempts, a new price that was asked for. The two tables before it never held a row.
 */
export async function up(knex: Knex): Promise<void> {
  await dropTables(knex, 'channel_subscriptions', 'platform_subscriptions')
  await knex.raw(`
    create table subscriptions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete restrict,
      -- Null: to the platform, which opens what organizers let it open.
      channel_id uuid references channels on delete restrict,
      status text not null default 'subscribed' check (status in ('subscribed', 'cancelled')),
      kind text not null default 'periodic' check (kind in ('periodic', 'single')),
      period text not null default 'monthly' check (period in ('monthly', 'annual')),
      subscribed_at timestamptz not null default now(),
      cancelled_at timestamptz,
      end_reason text check (end_reason in ('subscriber', 'payment', 'price', 'offer', 'account', 'refund', 'single')),
      valid_until timestamptz not null,
      -- Access while a renewal is being tried again.
      grace_until timestamptz,
      -- Day of the month on which periods end, where the month has it.
      anchor_day int not null default extract(day from now() at time zone 'UTC') check (anchor_day between 1 and 31),
      periods_paid int not null default 1 check (periods_paid > 0),
      net_minor bigint not null check (net_minor > 0),
      tax_basis_points int not null check (tax_basis_points between 0 and 10000),
      total_minor bigint not null check (total_minor > 0),
      currency char(3) not null check (is_currency(currency)),
      -- Means of payment that the provider keeps: charged again without its owner.
      provider text,
      method text,
      method_label text check (length(method_label) <= 80),
      -- When the timer acts upon it next.
      due_at timestamptz,
      failed_attempts int not null default 0 check (failed_attempts between 0 and 4),
      -- A higher price that the subscriber was told of, and the one that they agreed to.
      asked_total_minor bigint,
      asked_at timestamptz,
      agreed_total_minor bigint,
      constraint subscriptions_cancelled check ((status = 'cancelled') = (cancelled_at is not null)),
      constraint subscriptions_ended check (end_reason is null or status = 'cancelled'),
      constraint subscriptions_total check (total_minor = net_minor + (net_minor * tax_basis_points + 5000) / 10000),
      constraint subscriptions_method check (method is null or provider is not null),
      constraint subscriptions_asked check ((asked_total_minor is null) = (asked_at is null)),
      constraint subscriptions_channel_monthly check (channel_id is null or (kind = 'periodic' and period = 'monthly'))
    );
    create unique index subscriptions_one_running on subscriptions (user_id, channel_id) nulls not distinct where status = 'subscribed';
    create index subscriptions_user_index on subscriptions (user_id, subscribed_at desc);
    create index subscriptions_channel_index on subscriptions (channel_id, valid_until desc);
    create index subscriptions_due_index on subscriptions (due_at) where due_at is not null;

    -- Orders of a subscription, from the moment they are placed: the first one, whose payment begins it, and those of its renewals.
    create table subscription_orders (
      order_id uuid primary key references orders on delete restrict,
      subscription_id uuid references subscriptions on delete restrict,
      -- The first period is 1.
      sequence int not null default 1 check (sequence > 0),
      kind text not null check (kind in ('periodic', 'single')),
      period text not null check (period in ('monthly', 'annual')),
      -- Where its buyer comes back to after paying.
      return_path text not null,
      constraint subscription_orders_renewal check (sequence = 1 or subscription_id is not null)
    );
    create index subscription_orders_subscription_index on subscription_orders (subscription_id, sequence);

    alter table payments
      add column saved_method text,
      add column method_label text check (length(method_label) <= 80);

    -- The organizer lets the platform's subscription open what this channel sells.
    alter table channels add column in_platform_subscription boolean not null default false;

    -- Cards that the test provider keeps, and what became of each charge without their owner.
    alter table test_payments
      add column keeps_method boolean not null default false,
      add column card text;
    create table test_charges (
      reference text primary key,
      payment_id text not null references test_payments on delete restrict,
      failure text
    );
    create index test_charges_payment_index on test_charges (payment_id);
  `)
  await addTimestamps(knex, 'subscriptions')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'test_charges', 'subscription_orders', 'subscriptions')
  await knex.raw(`
    alter table test_payments drop column keeps_method, drop column card;
    alter table channels drop column in_platform_subscription;
    alter table payments drop column saved_method, drop column method_label;

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
  `)
  await addTimestamps(knex, 'channel_subscriptions', 'platform_subscriptions')
}
