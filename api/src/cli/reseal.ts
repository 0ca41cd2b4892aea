import type { Knex } from 'knex'
import { createSecretBox, type SecretBox, type SecretPlace } from '../adapters/secret-box.ts'
import { toJson } from '../db/row.ts'

/** Columns with a sealed value in them, and the column that names its row (none: a table of one row). */
const columns = [
  { table: 'certificate_keys', column: 'private_key_encrypted', key: 'id' },
  { table: 'payment_config', column: 'pos_key_encrypted', key: undefined },
  { table: 'payment_config', column: 'provider_secret_key_encrypted', key: undefined },
  { table: 'payment_config', column: 'provider_signing_key_encrypted', key: undefined },
  { table: 'social_providers', column: 'client_secret_encrypted', key: 'provider' },
  { table: 'user_totps', column: 'secret_encrypted', key: 'user_id' },
] as const

/**
 * Seals everything anew that was sealed with an older key of the ring, so that this key can be dropped. Each table is
 * one transaction, with its rows locked: what the api writes meanwhile is sealed with the key of today already.
 * @returns how many values were sealed anew
 */
export async function resealAll(knex: Knex, keys: string): Promise<number> {
  const box = createSecretBox(keys)
  let count = 0
  for (const { table, column, key } of columns) {
    count += await knex.transaction(async (trx) => {
      // One of several tables, so that no row has a type of its own.
      const of = key === undefined ? '' : ` where ${key} = :id`
      const { rows } = await trx.raw<{ rows: Row[] }>(
        `select ${column} as sealed, ${key ?? "'site'"} as id from ${table} where ${column} is not null for update`,
      )
      const old = rows.filter(({ sealed }) => !box.isCurrent(sealed))
      for (const { sealed, id } of old)
        await trx.raw(`update ${table} set ${column} = :sealed${of}`, { sealed: again(box, sealed, { table, column, id }), id })
      if (table === 'payment_config' && old.length > 0) await trx(table).update({ encryption_key_id: box.keyId })
      return old.length
    })
  }
  return count + (await knex.transaction((trx) => resealMails(trx, box)))
}

interface Row {
  sealed: Buffer
  id: string
}

/** Mails that wait; of those that were sent or given up only the template's name stays. */
async function resealMails(trx: Knex.Transaction, box: SecretBox): Promise<number> {
  const rows = await trx('outbox').where({ topic: 'mail' }).whereRaw(`payload ->> 'sealed' is not null`).forUpdate()
  let count = 0
  for (const { id, payload } of rows) {
    const { sealed, ...rest } = payload as { sealed: string }
    const bytes = Buffer.from(sealed, 'base64')
    if (box.isCurrent(bytes)) continue
    const next = again(box, bytes, { table: 'outbox', column: 'payload', id }).toString('base64')
    await trx('outbox')
      .where({ id })
      .update({ payload: toJson({ ...rest, sealed: next }) })
    count += 1
  }
  return count
}

const again = (box: SecretBox, sealed: Buffer, place: SecretPlace): Buffer => box.seal(box.open(sealed, place), place)
