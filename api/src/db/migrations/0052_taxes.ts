import type { Knex } from 'knex'

/** First day of the rates that are seeded: since then, sales from afar are taxed where the buyer is. */
const start = '2021-07-01'

/** Standard rates in basis points, each from a day on. */
const standardRates: Record<string, readonly (readonly [from: string, basisPoints: number])[]> = {
  AT: [[start, 2_000]],
  BE: [[start, 2_100]],
  BG: [[start, 2_000]],
  CY: [[start, 1_900]],
  CZ: [[start, 2_100]],
  DE: [[start, 1_900]],
  DK: [[start, 2_500]],
  EE: [
    [start, 2_000],
    ['2024-01-01', 2_200],
    ['2025-07-01', 2_400],
  ],
  ES: [[start, 2_100]],
  FI: [
    [start, 2_400],
    ['2024-09-01', 2_550],
  ],
  FR: [[start, 2_000]],
  GR: [[start, 2_400]],
  HR: [[start, 2_500]],
  HU: [[start, 2_700]],
  IE: [[start, 2_300]],
  IT: [[start, 2_200]],
  LT: [[start, 2_100]],
  LU: [
    [start, 1_700],
    ['2023-01-01', 1_600],
    ['2024-01-01', 1_700],
  ],
  LV: [[start, 2_100]],
  MT: [[start, 1_800]],
  NL: [[start, 2_100]],
  PL: [[start, 2_300]],
  PT: [[start, 2_300]],
  RO: [
    [start, 1_900],
    ['2025-08-01', 2_100],
  ],
  SE: [[start, 2_500]],
  SI: [[start, 2_200]],
  SK: [
    [start, 2_000],
    ['2025-01-01', 2_300],
  ],
  GB: [[start, 2_000]],
}

const reasons = `'seller_country', 'seller_unknown', 'event_at_organizer', 'event_at_viewer', 'electronic_service', 'distance_sale',
  'reverse_charge', 'business_abroad', 'intra_community_supply', 'export', 'import', 'outside_area'`

/** Dated rates of tax, why each line bears its rate, and the proofs of where its buyer is. */
export async function up(knex: Knex): Promise<void> {
  const rules = Object.entries(standardRates).flatMap(([country, rates]) =>
    rates.map(([validFrom, basisPoints]) => ({ country, basis_points: basisPoints, valid_from: validFrom })),
  )
  await knex('tax_rules')
    .insert([
      ...rules,
      { country: null, basis_points: 0, valid_from: start, note: 'Everywhere else: no tax is collected outside of the area' },
    ])
    .onConflict()
    .ignore()
  await knex.raw(`
    create trigger tax_rules_keep before update on tax_rules for each row execute function refuse_change();

    alter table orders
      -- A business has a company's name and a VAT id that holds.
      add column buyer_kind text check (buyer_kind in ('private', 'business')),
      -- How the id was checked: by its format alone, or by the register of the member states too.
      add column vat_check text check (vat_check in ('format', 'register')),
      add column place_proofs jsonb not null default '[]' check (jsonb_typeof(place_proofs) = 'array'),
      add constraint orders_vat_check check ((buyer_kind = 'business') = (vat_check is not null));
    alter table order_items
      add column tax_reason text check (tax_reason in (${reasons})),
      add column tax_place char(2) check (tax_place ~ '^[A-Z]{2}$'),
      drop constraint order_items_tax,
      -- Half up per line. Where the gross price is held fixed, one minor unit more or less of each.
      add constraint order_items_tax check (
        tax_minor = (net_minor * tax_basis_points + 5000) / 10000
        or coalesce(tax_reason in ('event_at_viewer', 'electronic_service', 'distance_sale'), false)
          and abs(tax_minor - (net_minor * tax_basis_points + 5000) / 10000) <= quantity
      );
    alter table invoice_lines
      add column tax_reason text check (tax_reason in (${reasons})),
      add column tax_place char(2) check (tax_place ~ '^[A-Z]{2}$');
    create index invoices_quarter_index on invoices (issued_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index invoices_quarter_index;
    alter table invoice_lines drop column tax_place, drop column tax_reason;
    alter table order_items
      drop constraint order_items_tax,
      add constraint order_items_tax check (tax_minor = (net_minor * tax_basis_points + 5000) / 10000) not valid,
      drop column tax_place,
      drop column tax_reason;
    alter table orders drop constraint orders_vat_check, drop column place_proofs, drop column vat_check, drop column buyer_kind;
    drop trigger tax_rules_keep on tax_rules;
    delete from tax_rules;
  `)
}
