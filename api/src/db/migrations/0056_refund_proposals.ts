import type { Knex } from 'knex'
import { addTimestamps, dropTables } from '../migration-tools.ts'

const revokedReasons = (names: string) => `
  alter table tickets drop constraint tickets_revoked_reason_check;
  alter table tickets add constraint tickets_revoked_reason_check check (revoked_reason in (${names}));`

/** Evidence for refunds, the proposals that people decide, and disputes with a bank. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Written by the trigger below, so that no way to interrupt a show can forget it.
    create table broadcast_interruptions (
      id uuid primary key default gen_random_uuid(),
      broadcast_id uuid not null references broadcasts on delete cascade,
      began_at timestamptz not null,
      ended_at timestamptz,
      -- Media node when it began, and whether another one carried on.
      node_id text,
      changed_node boolean not null default false,
      constraint broadcast_interruptions_order check (ended_at >= began_at)
    );
    create unique index broadcast_interruptions_one_open on broadcast_interruptions (broadcast_id) where ended_at is null;
    create index broadcast_interruptions_broadcast_index on broadcast_interruptions (broadcast_id, began_at);

    create function broadcasts_note_interruption() returns trigger language plpgsql as $$
    begin
      if new.state = 'interrupted' then
        insert into broadcast_interruptions (broadcast_id, began_at, node_id) values (new.id, new.state_changed_at, new.sfu_node_id)
        on conflict (broadcast_id) where ended_at is null do nothing;
      else
        update broadcast_interruptions
        set ended_at = greatest(began_at, coalesce(new.ended_at, new.state_changed_at)),
            changed_node = new.state = 'on_air' and node_id is distinct from new.sfu_node_id
        where broadcast_id = new.id and ended_at is null;
      end if;
      return null;
    end $$;
    create trigger broadcasts_note_interruption after update on broadcasts
      for each row when (old.state is distinct from new.state) execute function broadcasts_note_interruption();

    create table refund_proposals (
      id uuid primary key default gen_random_uuid(),
      order_item_id uuid not null references order_items on delete restrict,
      asked_reason text not null
        check (asked_reason in ('not_held', 'interrupted', 'connection', 'not_as_described', 'changed_mind', 'other')),
      asked_text text not null check (length(asked_text) <= 2000),
      evidence jsonb not null check (jsonb_typeof(evidence) = 'object'),
      fault text not null check (fault in ('organizer', 'provider', 'viewer', 'none')),
      proposed_minor bigint not null check (proposed_minor >= 0),
      currency char(3) not null check (is_currency(currency)),
      status text not null default 'open' check (status in ('open', 'approved', 'refused')),
      decided_fault text check (decided_fault in ('organizer', 'provider', 'viewer', 'none')),
      decided_minor bigint check (decided_minor > 0),
      answer text check (length(answer) <= 2000),
      decided_by uuid references users on delete set null,
      decided_at timestamptz,
      refund_id uuid references refunds on delete restrict,
      -- A buyer asks once per item.
      constraint refund_proposals_item_key unique (order_item_id),
      constraint refund_proposals_refund_key unique (refund_id),
      constraint refund_proposals_decided check ((status = 'open') = (decided_at is null)),
      constraint refund_proposals_approved check ((status = 'approved') = (refund_id is not null and decided_minor is not null and decided_fault is not null))
    );
    create index refund_proposals_decided_by_index on refund_proposals (decided_by);

    create table disputes (
      id uuid primary key default gen_random_uuid(),
      payment_id uuid not null references payments on delete restrict,
      provider_dispute_id text not null,
      status text not null default 'open' check (status in ('open', 'won', 'lost')),
      reason text not null check (length(reason) <= 100),
      amount_minor bigint not null check (amount_minor > 0),
      fee_minor bigint not null default 0 check (fee_minor >= 0),
      currency char(3) not null check (is_currency(currency)),
      -- Last moment to send the evidence.
      due_at timestamptz,
      opened_at timestamptz not null,
      closed_at timestamptz,
      refund_id uuid references refunds on delete restrict,
      constraint disputes_provider_key unique (payment_id, provider_dispute_id),
      constraint disputes_refund_key unique (refund_id),
      constraint disputes_closed check ((status = 'open') = (closed_at is null))
    );
    ${revokedReasons(`'refund', 'admin', 'deleted', 'fraud', 'expired', 'dispute'`)}
    create index refunds_waiting_index on refunds (due_at) where status <> 'succeeded';
  `)
  await addTimestamps(knex, 'refund_proposals', 'disputes')
  await knex.raw(`
    create index refund_proposals_open_index on refund_proposals (created_at) where status = 'open';
    create index disputes_open_index on disputes (opened_at desc, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await dropTables(knex, 'disputes', 'refund_proposals', 'broadcast_interruptions')
  await knex.raw(`
    drop trigger if exists broadcasts_note_interruption on broadcasts;
    drop function broadcasts_note_interruption();
    drop index refunds_waiting_index;
    update tickets set revoked_reason = 'refund' where revoked_reason = 'dispute';
    ${revokedReasons(`'refund', 'admin', 'deleted', 'fraud', 'expired'`)}
  `)
}
