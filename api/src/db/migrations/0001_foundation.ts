import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists citext;
    create extension if not exists unaccent;
    create extension if not exists pg_trgm;

    create function touch_updated_at() returns trigger language plpgsql as $$
    begin
      new.updated_at := now();
      return new;
    end $$;

    -- unaccent() is only STABLE because its dictionary could be swapped; naming the dictionary makes it safe to index.
    create function plain_text(value text) returns text language sql immutable strict parallel safe as $$
      select lower(public.unaccent('public.unaccent'::regdictionary, value))
    $$;

    -- array_to_string is STABLE for exotic element types; text has none of that.
    create function words_of(list text[]) returns text language sql immutable parallel safe as $$
      select coalesce(array_to_string(list, ' '), '')
    $$;

    -- Functions behind indexes and generated columns name their schema: pg_restore runs them with an empty search_path.
    -- Three languages share one index, so the 'simple' configuration: stemming one language would break the other two.
    create function search_vector(heavy text, middle text, light text) returns tsvector language sql immutable parallel safe as $$
      select setweight(to_tsvector('pg_catalog.simple', public.plain_text(coalesce(heavy, ''))), 'A')
          || setweight(to_tsvector('pg_catalog.simple', public.plain_text(coalesce(middle, ''))), 'B')
          || setweight(to_tsvector('pg_catalog.simple', public.plain_text(coalesce(light, ''))), 'C')
    $$;

    -- Lower-case words joined by single hyphens; the words that are fixed path parts are refused (CAT-043, CAT-046).
    create function is_slug(value text) returns boolean language sql immutable parallel safe as $$
      select value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(value) <= 120
        and value <> all (array['new', 'create', 'section', 'entity', 'checkout'])
    $$;

    create function is_web_url(value text) returns boolean language sql immutable parallel safe as $$
      select value ~* '^https{0,1}://[^[:space:]]+$' and length(value) <= 2048
    $$;

    create function is_currency(value text) returns boolean language sql immutable parallel safe as $$
      select value ~ '^[A-Z]{3}$'
    $$;

    -- Records that are evidence (ledger, invoices, audit) are appended and never rewritten.
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
    end $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  // The extensions stay: another schema of the same database may use them, and 'up' takes them as they are.
  await knex.raw(`
    drop function refuse_change();
    drop function is_currency(text);
    drop function is_web_url(text);
    drop function is_slug(text);
    drop function search_vector(text, text, text);
    drop function words_of(text[]);
    drop function plain_text(text);
    drop function touch_updated_at();
  `)
}
