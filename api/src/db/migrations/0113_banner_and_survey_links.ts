import type { Knex } from 'knex'

/** Where the banner of a product leads, and the survey that is offered at the end of a show. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table products
      add column banner_url text check (is_web_url(banner_url)),
      add column survey_url text check (is_web_url(survey_url))`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table products drop column banner_url, drop column survey_url')
}
