import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Dated data: a rule holds from valid_from until the next one of the same kind. Null means every country or every type.
    create table tax_rules (
      id uuid primary key default gen_random_uuid(),
      country char(2) check (country ~ '^[A-Z]{2}$'),
      product_type text
        check (product_type in ('vod', 'live', 'broadcast', 'podcast', 'post', 'course', 'meet', 'datasheet', 'physical', 'master')),
      basis_points int not null check (basis_points between 0 and 10000),
      valid_from date not null,
      note text check (length(note) <= 500),
      constraint tax_rules_key unique nulls not distinct (country, product_type, valid_from)
    );

    create table ledger_accounts (
      id uuid primary key default gen_random_uuid(),
      kind text not null
        check (kind in ('cash', 'provider_clearing', 'organizer_payable', 'platform_revenue', 'tax_payable', 'refunds_payable', 'prepaid_hours', 'provider_fees', 'losses')),
      channel_id uuid references channels on delete restrict,
      currency char(3) not null check (is_currency(currency)),
      constraint ledger_accounts_key unique nulls not distinct (kind, channel_id, currency),
      constraint ledger_accounts_channel check ((kind in ('organizer_payable', 'prepaid_hours')) = (channel_id is not null))
    );
    create index ledger_accounts_channel_index on ledger_accounts (channel_id);

    create table payouts (
      id uuid primary key default gen_random_uuid(),
      channel_id uuid not null references channels on delete restrict,
      -- The first day of the month whose sales it pays.
      period date not null check (extract(day from period) = 1),
      status text not null default 'due' check (status in ('due', 'held', 'processing', 'paid', 'failed')),
      amount_minor bigint not null check (amount_minor >= 0),
      currency char(3) not null check (is_currency(currency)),
      iban text,
      due_at timestamptz not null,
      paid_at timestamptz,
      paid_by uuid references users on delete set null,
      provider_transfer_id text unique,
      failure_code text,
      constraint payouts_period_key unique (channel_id, period, currency),
      constraint payouts_paid check ((status = 'paid') = (paid_at is not null))
    );
    create index payouts_paid_by_index on payouts (paid_by);
    create index payouts_due_index on payouts (due_at) where status in ('due', 'failed');

    create table payout_items (
      payout_id uuid not null references payouts on delete restrict,
      -- A sale is in one payout only.
      order_item_id uuid not null unique references order_items on delete restrict,
      gross_minor bigint not null,
      fee_minor bigint not null,
      net_minor bigint not null,
      primary key (payout_id, order_item_id),
      constraint payout_items_sum check (net_minor = gross_minor - fee_minor)
    );

    -- Every cent is in entries of a transaction; they add up to zero in each currency when the transaction commits.
    create table ledger_transactions (
      id uuid primary key default gen_random_uuid(),
      kind text not null
        check (kind in ('sale', 'refund', 'payout', 'fee', 'usage', 'prepayment', 'subscription', 'dispute', 'correction')),
      -- The same business act books once, however often it is tried.
      dedupe_key text not null unique,
      order_id uuid references orders on delete restrict,
      refund_id uuid references refunds on delete restrict,
      payout_id uuid references payouts on delete restrict,
      note text check (length(note) <= 500),
      occurred_at timestamptz not null default now()
    );
    create index ledger_transactions_order_index on ledger_transactions (order_id);
    create index ledger_transactions_refund_index on ledger_transactions (refund_id);
    create index ledger_transactions_payout_index on ledger_transactions (payout_id);
    create index ledger_transactions_occurred_index on ledger_transactions (occurred_at);

    create table ledger_entries (
      id uuid primary key default gen_random_uuid(),
      transaction_id uuid not null references ledger_transactions on delete restrict,
      account_id uuid not null references ledger_accounts on delete restrict,
      amount_minor bigint not null check (amount_minor <> 0),
      memo text check (length(memo) <= 200)
    );
    create index ledger_entries_transaction_index on ledger_entries (transaction_id);
    create index ledger_entries_account_index on ledger_entries (account_id, transaction_id);

    create function ledger_sum_zero() returns trigger language plpgsql as $$
    begin
      if exists (
        select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where e.transaction_id = case tg_table_name when 'ledger_entries' then new.transaction_id else new.id end
        group by a.currency having sum(e.amount_minor) <> 0
      ) then
        raise exception 'entries of a ledger transaction must add up to zero' using errcode = 'check_violation', constraint = 'ledger_sum_zero';
      end if;
      return null;
    end $$;
    create constraint trigger ledger_sum_zero after insert on ledger_entries
      deferrable initially deferred for each row execute function ledger_sum_zero();

    create function ledger_has_entries() returns trigger language plpgsql as $$
    begin
      if (select count(*) from ledger_entries where transaction_id = new.id) < 2 then
        raise exception 'a ledger transaction has at least two entries' using errcode = 'check_violation', constraint = 'ledger_has_entries';
      end if;
      return null;
    end $$;
    create constraint trigger ledger_has_entries after insert on ledger_transactions
      deferrable initially deferred for each row execute function ledger_has_entries();
    create trigger ledger_transactions_append_only before update or delete on ledger_transactions for each row execute function refuse_change();
    create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();

    -- The next number of each seller and series. Taken under a row lock in the invoice's own transaction: a rollback gives it back.
    create table invoice_series (
      id uuid primary key default gen_random_uuid(),
      -- Null: the platform itself is the seller.
      channel_id uuid references channels on delete restrict,
      name text not null check (name ~ '^[A-Z0-9-]{1,20}$'),
      next_number int not null default 1 check (next_number > 0),
      constraint invoice_series_key unique nulls not distinct (channel_id, name)
    );

    create table invoices (
      id uuid primary key default gen_random_uuid(),
      series_id uuid not null references invoice_series on delete restrict,
      -- Filled by the trigger below, whatever is given.
      number int not null default 0 check (number > 0),
      kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
      order_id uuid references orders on delete restrict,
      refund_id uuid unique references refunds on delete restrict,
      corrects_id uuid references invoices on delete restrict,
      issued_at timestamptz not null default now(),
      seller jsonb not null check (jsonb_typeof(seller) = 'object'),
      buyer jsonb not null check (jsonb_typeof(buyer) = 'object'),
      currency char(3) not null check (is_currency(currency)),
      net_minor bigint not null,
      tax_minor bigint not null,
      total_minor bigint not null,
      pdf_file_id uuid references files on delete restrict,
      constraint invoices_number_key unique (series_id, number),
      constraint invoices_total check (total_minor = net_minor + tax_minor),
      constraint invoices_sign check ((kind = 'invoice' and total_minor >= 0) or (kind = 'credit_note' and total_minor <= 0)),
      constraint invoices_corrects check ((kind = 'credit_note') = (corrects_id is not null))
    );
    create unique index invoices_order_key on invoices (order_id, series_id) where kind = 'invoice';
    create index invoices_order_index on invoices (order_id);
    create index invoices_corrects_index on invoices (corrects_id);
    create index invoices_pdf_index on invoices (pdf_file_id);
    create index invoices_issued_index on invoices (series_id, issued_at desc);

    create function invoices_take_number() returns trigger language plpgsql as $$
    begin
      update invoice_series set next_number = next_number + 1 where id = new.series_id returning next_number - 1 into new.number;
      return new;
    end $$;
    create trigger invoices_take_number before insert on invoices for each row execute function invoices_take_number();

    -- Only the buyer's data may change later (deletion of an account pseudonymises it), and the PDF may be filed.
    create function invoices_keep() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or (to_jsonb(new) - 'buyer' - 'pdf_file_id' - 'updated_at') is distinct from (to_jsonb(old) - 'buyer' - 'pdf_file_id' - 'updated_at') then
        raise exception 'an invoice is never altered: issue a credit note' using errcode = 'restrict_violation', constraint = 'invoices_append_only';
      end if;
      return new;
    end $$;
    create trigger invoices_keep before update or delete on invoices for each row execute function invoices_keep();

    create table invoice_lines (
      id uuid primary key default gen_random_uuid(),
      invoice_id uuid not null references invoices on delete restrict,
      order_item_id uuid references order_items on delete restrict,
      position int not null,
      title text not null,
      quantity int not null check (quantity > 0),
      net_minor bigint not null,
      tax_basis_points int not null check (tax_basis_points between 0 and 10000),
      tax_minor bigint not null,
      total_minor bigint not null,
      constraint invoice_lines_total check (total_minor = net_minor + tax_minor),
      constraint invoice_lines_position_key unique (invoice_id, position)
    );
    create index invoice_lines_order_item_index on invoice_lines (order_item_id);
    create trigger invoice_lines_append_only before update or delete on invoice_lines for each row execute function refuse_change();

    -- What a broadcast, a recording, a rehearsal or private accesses cost the organizer.
    create table usage_charges (
      id uuid primary key default gen_random_uuid(),
      channel_id uuid not null references channels on delete restrict,
      product_id uuid references products on delete restrict,
      broadcast_id uuid references broadcasts on delete restrict,
      recording_id uuid references recordings on delete restrict,
      kind text not null check (kind in ('live_hours', 'private_access', 'private_hours', 'rehearsal_hours', 'recording')),
      quantity int not null check (quantity >= 0),
      unit_minor bigint not null check (unit_minor >= 0),
      amount_minor bigint not null check (amount_minor >= 0),
      currency char(3) not null default 'EUR' check (is_currency(currency)),
      waived_reason text check (waived_reason in ('published_as_vod', 'included', 'prepaid', 'admin')),
      ledger_transaction_id uuid references ledger_transactions on delete restrict,
      period date not null check (extract(day from period) = 1),
      constraint usage_charges_amount check (amount_minor = case when waived_reason is null then quantity * unit_minor else 0 end),
      constraint usage_charges_key unique nulls not distinct (broadcast_id, kind, product_id, period)
    );
    create index usage_charges_channel_index on usage_charges (channel_id, period);
    create index usage_charges_product_index on usage_charges (product_id);
    create index usage_charges_recording_index on usage_charges (recording_id);
    create index usage_charges_ledger_index on usage_charges (ledger_transaction_id);

    create table prepaid_minutes (
      id uuid primary key default gen_random_uuid(),
      channel_id uuid not null references channels on delete restrict,
      minutes int not null check (minutes <> 0),
      balance_after int not null check (balance_after >= 0),
      order_item_id uuid references order_items on delete restrict,
      broadcast_id uuid references broadcasts on delete restrict,
      sequence bigint generated always as identity unique,
      at timestamptz not null default now(),
      constraint prepaid_minutes_cause check (num_nonnulls(order_item_id, broadcast_id) <= 1)
    );
    create index prepaid_minutes_channel_index on prepaid_minutes (channel_id, sequence desc);
    create index prepaid_minutes_order_item_index on prepaid_minutes (order_item_id);
    create index prepaid_minutes_broadcast_index on prepaid_minutes (broadcast_id);
  `)
  await addTimestamps(knex, 'tax_rules', 'ledger_accounts', 'payouts', 'invoice_series', 'invoices', 'usage_charges')
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(
    knex,
    'prepaid_minutes',
    'usage_charges',
    'invoice_lines',
    'invoices',
    'invoice_series',
    'ledger_entries',
    'ledger_transactions',
    'payout_items',
    'payouts',
    'ledger_accounts',
    'tax_rules',
  )
  await knex.raw(`
    drop function invoices_keep();
    drop function invoices_take_number();
    drop function ledger_has_entries();
    drop function ledger_sum_zero();
  `)
}
