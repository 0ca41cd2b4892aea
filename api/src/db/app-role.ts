import type { Knex } from 'knex'

/** Tables that the api may fill and read, and never change: what staff did stays written. */
const appendOnly = ['audit_log']
/** Tables of the migrations: the api may read them alone. */
const readOnly = ['knex_migrations', 'knex_migrations_lock']

/**
 * The log-in of the api: rows, and nothing of their tables. Called by the owner after every migration, since a new
 * table has no rights yet; the role named in `appUrl` is made where it is missing, and gets the password that stands
 * there.
 */
export async function grantAppRole(owner: Knex, appUrl: string): Promise<string> {
  const { username, password, pathname } = new URL(appUrl)
  const [role, secret, database] = [decodeURIComponent(username), decodeURIComponent(password), decodeURIComponent(pathname.slice(1))]
  if (role === '' || secret === '') throw new Error('APP_DATABASE_URL needs a name and a password')
  await owner.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { owner: string; here: string; is_super: boolean | null }[] }>(
      `select current_user as owner, current_database() as here, (select rolsuper from pg_roles where rolname = ?) as is_super`,
      [role],
    )
    const [now] = rows
    if (role === now?.owner) throw new Error('APP_DATABASE_URL names the owner of the tables: the api needs a log-in of its own')
    if (now?.is_super) throw new Error(`${role} is a superuser, whom no right is withheld from`)
    if (database !== now?.here) throw new Error('APP_DATABASE_URL names another database')
    const run = async (statement: string, ...names: string[]) => {
      // DDL takes no parameters: the server quotes the names.
      const quoted = await trx.raw<{ rows: { sql: string }[] }>(`select format(?${names.map(() => ', ?::text').join('')}) as sql`, [
        statement,
        ...names,
      ])
      await trx.raw((quoted.rows[0]?.sql ?? '').replaceAll('?', String.raw`\?`))
    }
    await run(now.is_super === null ? 'create role %I login password %L' : 'alter role %I login password %L', role, secret)
    await run('grant connect on database %I to %I', database, role)
    await run('grant usage on schema public to %I', role)
    await run('grant select, insert, update, delete on all tables in schema public to %I', role)
    await run('grant usage, select on all sequences in schema public to %I', role)
    await run('revoke create on schema public from public')
    for (const table of appendOnly) await run('revoke update, delete on %I from %I', table, role)
    for (const table of readOnly) await run('revoke insert, update, delete on %I from %I', table, role)
  })
  return role
}
