import type { Knex } from 'knex'

/** Whether a show or a meeting of a date ever began: lists look for one only there. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table product_sessions add column has_show boolean not null default false;
    update product_sessions s set has_show = true
    where exists (select 1 from broadcasts b where b.session_id = s.id and b.kind = 'live')
      or exists (select 1 from meets m where m.session_id = s.id);

    create function product_sessions_note_show() returns trigger language plpgsql as $$
    begin
      update product_sessions set has_show = true where id = new.session_id and not has_show;
      return null;
    end $$;
    create trigger broadcasts_note_show after insert or update of session_id on broadcasts
      for each row when (new.session_id is not null and new.kind = 'live') execute function product_sessions_note_show();
    create trigger meets_note_show after insert or update of session_id on meets
      for each row when (new.session_id is not null) execute function product_sessions_note_show();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger broadcasts_note_show on broadcasts;
    drop trigger meets_note_show on meets;
    drop function product_sessions_note_show();
    alter table product_sessions drop column has_show;
  `)
}
