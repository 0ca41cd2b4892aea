import type { Knex } from 'knex'

/** A refund that was paid out and came back from the bank: its money waits for a person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table refunds
      add column returned_at timestamptz,
      add constraint refunds_returned check (returned_at is null or provider_refund_id is not null);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update refunds set status = 'succeeded' where returned_at is not null and status = 'by_hand';
    alter table refunds drop column returned_at;
  `)
}
