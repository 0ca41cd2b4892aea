import type { Knex } from 'knex'

/** A file that was sent with a message of a meeting; null again once it is gone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chat_messages add column file_id uuid references files on delete set null;
    create index chat_messages_file_index on chat_messages (file_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table chat_messages drop column file_id')
}
