import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A few hundred bytes as a data URI: shown until the picture is there.
    alter table files add column placeholder text check (length(placeholder) <= 4000);
    -- Pictures that nobody has used yet are looked for by age.
    create index files_image_index on files (created_at) where purpose = 'image' and deleted_at is null;

    -- What stands beside the playlists of a folder: seek previews and the shape of the sound.
    alter table media_assets
      add column thumbnails_path text,
      add column peaks_path text,
      -- When its objects were taken out of the storage, after it was deleted.
      add column removed_at timestamptz;
    create index media_assets_removal_index on media_assets (deleted_at) where state = 'deleted' and removed_at is null;

    -- What a worker does right now; null while it waits for one.
    alter table media_jobs add column stage text check (stage in ('waiting', 'reading', 'encoding', 'storing'));

    -- Sending may have begun before the product is known to hold it, so the newest one of a purpose is what counts.
    create index uploads_product_purpose_index on uploads (product_id, purpose, created_at desc);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index uploads_product_purpose_index;
    alter table media_jobs drop column stage;
    drop index media_assets_removal_index;
    alter table media_assets drop column removed_at, drop column peaks_path, drop column thumbnails_path;
    drop index files_image_index;
    alter table files drop column placeholder;
  `)
}
