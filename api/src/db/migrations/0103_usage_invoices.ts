import type { Knex } from 'knex'

/**
 * Monthly invoices of the platform for what its organizers used; a charge names the line that has it, and the one that
 * took it back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table invoices
      -- The channel that is invoiced. Invoices of sales name their order instead.
      add column channel_id uuid references channels on delete restrict,
      add column period date check (extract(day from period) = 1),
      add column locale text check (locale in ('es', 'en', 'pt')),
      add constraint invoices_use check (num_nonnulls(channel_id, period, locale) in (0, 3) and num_nonnulls(channel_id, order_id) <= 1);
    create index invoices_channel_index on invoices (channel_id);
    alter table usage_charges
      add column invoice_line_id uuid references invoice_lines on delete restrict,
      add column credit_line_id uuid references invoice_lines on delete restrict,
      add constraint usage_charges_credit check (credit_line_id is null or invoice_line_id is not null);
    create index usage_charges_invoice_line_index on usage_charges (invoice_line_id);
    create index usage_charges_credit_line_index on usage_charges (credit_line_id);
    create index usage_charges_open_index on usage_charges (period) where invoice_line_id is null and amount_minor > 0;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table usage_charges drop constraint usage_charges_credit, drop column credit_line_id, drop column invoice_line_id;
    alter table invoices drop constraint invoices_use, drop column locale, drop column period, drop column channel_id;
    drop index if exists usage_charges_open_index;
  `)
}
