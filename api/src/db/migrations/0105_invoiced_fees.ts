import type { Knex } from 'knex'

/**
 * Sales whose fee the platform has invoiced, and refunds whose returned fee it has credited: each once. Null where
 * nothing was left to invoice, because all of it had gone back before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invoiced_fees (
      transaction_id uuid primary key references ledger_transactions on delete restrict,
      invoice_id uuid references invoices on delete restrict
    );
    create index invoiced_fees_invoice_index on invoiced_fees (invoice_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table invoiced_fees')
}
