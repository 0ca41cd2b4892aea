import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table orders (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity unique,
      user_id uuid not null references users on delete restrict,
      email citext not null,
      status text not null default 'pending'
        check (status in ('pending', 'paid', 'failed', 'expired', 'cancelled', 'partially_refunded', 'refunded')),
      currency char(3) not null default 'EUR' check (is_currency(currency)),
      net_minor bigint not null check (net_minor >= 0),
      tax_minor bigint not null default 0 check (tax_minor >= 0),
      -- The 0.45 per ticket where the buyer pays it.
      ticket_fee_minor bigint not null default 0 check (ticket_fee_minor >= 0),
      support_minor bigint not null default 0 check (support_minor >= 0),
      total_minor bigint not null check (total_minor >= 0),
      refunded_minor bigint not null default 0,
      idempotency_key text,
      terms_accepted_at timestamptz not null,
      withdrawal_waived_at timestamptz,
      billing jsonb not null default '{}' check (jsonb_typeof(billing) = 'object'),
      shipping jsonb check (jsonb_typeof(shipping) = 'object'),
      shipping_state text check (shipping_state in ('waiting', 'shipped', 'delivered')),
      country char(2) check (country ~ '^[A-Z]{2}$'),
      locale text not null default 'es' check (locale in ('es', 'en', 'pt')),
      expires_at timestamptz,
      paid_at timestamptz,
      closed_at timestamptz,
      constraint orders_total check (total_minor = net_minor + tax_minor + ticket_fee_minor + support_minor),
      constraint orders_refunded check (refunded_minor between 0 and total_minor),
      constraint orders_paid check ((status in ('paid', 'partially_refunded', 'refunded')) = (paid_at is not null)),
      constraint orders_idempotency_key unique (user_id, idempotency_key)
    );
    create index orders_expiry_index on orders (expires_at) where status = 'pending';

    create table order_items (
      id uuid primary key default gen_random_uuid(),
      order_id uuid not null references orders on delete cascade,
      kind text not null
        check (kind in ('access', 'bundle', 'physical', 'shipping', 'gift', 'channel_subscription', 'platform_subscription', 'prepaid_hours', 'platform_service')),
      product_id uuid references products on delete restrict,
      session_id uuid,
      channel_id uuid references channels on delete restrict,
      title text not null,
      quantity int not null default 1 check (quantity > 0),
      unit_net_minor bigint not null check (unit_net_minor >= 0),
      net_minor bigint not null check (net_minor >= 0),
      tax_basis_points int not null check (tax_basis_points between 0 and 10000),
      tax_minor bigint not null check (tax_minor >= 0),
      total_minor bigint not null check (total_minor >= 0),
      -- What the sale is worth to the organizer, fixed when it is paid: later changes of the fee do not reach back.
      platform_fee_minor bigint not null default 0 check (platform_fee_minor >= 0),
      ticket_fee_minor bigint not null default 0 check (ticket_fee_minor >= 0),
      refunded_minor bigint not null default 0,
      event_at timestamptz,
      foreign key (session_id, product_id) references product_sessions (id, product_id) on delete restrict,
      constraint order_items_net check (net_minor = unit_net_minor * quantity),
      -- Half up per line, in whole minor units.
      constraint order_items_tax check (tax_minor = (net_minor * tax_basis_points + 5000) / 10000),
      constraint order_items_total check (total_minor = net_minor + tax_minor),
      constraint order_items_refunded check (refunded_minor between 0 and total_minor),
      constraint order_items_product check (kind not in ('access', 'bundle', 'physical', 'gift') or product_id is not null),
      constraint order_items_one_access check (kind <> 'access' or quantity = 1)
    );
    create index order_items_order_index on order_items (order_id);
    create index order_items_product_index on order_items (product_id);
    create index order_items_session_index on order_items (session_id, product_id);
    create index order_items_channel_index on order_items (channel_id);

    create table payments (
      id uuid primary key default gen_random_uuid(),
      order_id uuid not null references orders on delete restrict,
      provider text not null check (provider in ('stripe', 'pos')),
      provider_payment_id text not null,
      checkout_id text,
      status text not null default 'created'
        check (status in ('created', 'processing', 'succeeded', 'failed', 'cancelled', 'refunded', 'disputed')),
      amount_minor bigint not null check (amount_minor > 0),
      refunded_minor bigint not null default 0,
      provider_fee_minor bigint check (provider_fee_minor >= 0),
      currency char(3) not null check (is_currency(currency)),
      failure_code text,
      succeeded_at timestamptz,
      constraint payments_provider_key unique (provider, provider_payment_id),
      constraint payments_refunded check (refunded_minor between 0 and amount_minor)
    );
    create index payments_order_index on payments (order_id);
    create unique index payments_checkout_key on payments (provider, checkout_id);
    -- Two payments of one order may be tried, only one may take the money.
    create unique index payments_one_success on payments (order_id) where status in ('succeeded', 'refunded', 'disputed');

    create table payment_events (
      id uuid primary key default gen_random_uuid(),
      provider text not null check (provider in ('stripe', 'pos')),
      event_id text not null,
      type text not null,
      payload jsonb not null,
      occurred_at timestamptz,
      processed_at timestamptz,
      error text,
      received_at timestamptz not null default now(),
      constraint payment_events_event_key unique (provider, event_id)
    );
    create index payment_events_waiting_index on payment_events (received_at) where processed_at is null;

    create table refunds (
      id uuid primary key default gen_random_uuid(),
      order_id uuid not null references orders on delete restrict,
      order_item_id uuid references order_items on delete restrict,
      payment_id uuid references payments on delete restrict,
      reason text not null check (reason in ('organizer', 'provider', 'viewer', 'withdrawal', 'dispute', 'duplicate')),
      status text not null default 'pending' check (status in ('pending', 'processing', 'succeeded', 'failed')),
      amount_minor bigint not null check (amount_minor > 0),
      currency char(3) not null check (is_currency(currency)),
      note text check (length(note) <= 2000),
      requested_by uuid references users on delete set null,
      provider_refund_id text unique,
      -- 20 business days after the cancellation.
      due_at timestamptz,
      succeeded_at timestamptz,
      failure_code text
    );
    create index refunds_order_index on refunds (order_id);
    create index refunds_order_item_index on refunds (order_item_id);
    create index refunds_payment_index on refunds (payment_id);
    create index refunds_requested_by_index on refunds (requested_by);
    create index refunds_due_index on refunds (due_at) where status in ('pending', 'processing');

    -- Cancelling and rescheduling are actions of their own, because a published product is never deleted or unpublished.
    create table event_changes (
      id uuid primary key default gen_random_uuid(),
      product_id uuid not null references products on delete restrict,
      session_id uuid,
      kind text not null check (kind in ('cancelled', 'rescheduled')),
      reason text not null check (reason in ('organizer', 'provider')),
      note text check (length(note) <= 2000),
      new_session_id uuid references product_sessions on delete restrict,
      changed_by uuid references users on delete set null,
      announced_at timestamptz,
      refunds_due_at timestamptz,
      foreign key (session_id, product_id) references product_sessions (id, product_id) on delete restrict,
      constraint event_changes_new_session check ((kind = 'rescheduled') = (new_session_id is not null))
    );
    create index event_changes_product_index on event_changes (product_id);
    create index event_changes_session_index on event_changes (session_id, product_id);
    create index event_changes_new_session_index on event_changes (new_session_id);
    create index event_changes_changed_by_index on event_changes (changed_by);

  `)
  await addTimestamps(knex, 'orders', 'order_items', 'payments', 'refunds', 'event_changes')
  await knex.raw(`
    create index orders_user_index on orders (user_id, created_at desc);
    create index orders_listing_index on orders (created_at desc, id);
    create index orders_email_index on orders (email);
    create index order_items_sales_index on order_items (channel_id, created_at desc);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'event_changes', 'refunds', 'payment_events', 'payments', 'order_items', 'orders')
}
