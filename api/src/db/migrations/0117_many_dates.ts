import type { Knex } from 'knex'

/** Whether a product ever had more than eight dates: lists read all dates of any other one, and number none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table products add column has_many_dates boolean not null default false;
    alter table products disable trigger products_touch;
    update products set has_many_dates = true
    where id in (select product_id from product_sessions group by product_id having count(*) > 8);
    alter table products enable trigger products_touch;

    create function products_note_many_dates() returns trigger language plpgsql as $$
    begin
      update products p set has_many_dates = true
      where p.id in (select product_id from added) and not p.has_many_dates
        and (select count(*) from product_sessions s where s.product_id = p.id) > 8;
      return null;
    end $$;
    create trigger product_sessions_note_many after insert on product_sessions
      referencing new table as added for each statement execute function products_note_many_dates();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger product_sessions_note_many on product_sessions;
    drop function products_note_many_dates();
    alter table products drop column has_many_dates;
  `)
}
