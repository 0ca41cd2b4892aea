import type { Knex } from 'knex'

/** Refunds that no service pays out: a person does, and says so. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refunds
      drop constraint refunds_status_check,
      add constraint refunds_status_check check (status in ('pending', 'processing', 'by_hand', 'succeeded', 'failed'));
    drop index refunds_due_index;
    create index refunds_due_index on refunds (due_at) where status in ('pending', 'processing', 'by_hand');
    -- Asked for by the reconciler until the service has told its fee.
    create index payments_without_fee_index on payments (updated_at)
      where provider = 'stripe' and status = 'succeeded' and provider_fee_minor is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payments_without_fee_index;
    update refunds set status = 'processing' where status = 'by_hand';
    drop index refunds_due_index;
    create index refunds_due_index on refunds (due_at) where status in ('pending', 'processing');
    alter table refunds
      drop constraint refunds_status_check,
      add constraint refunds_status_check check (status in ('pending', 'processing', 'succeeded', 'failed'));
  `)
}
