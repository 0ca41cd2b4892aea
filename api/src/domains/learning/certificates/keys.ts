import type { KeyObject } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../../../adapters/secret-box.ts'
import { keyIdOf, newKey, readKey } from './data-integrity.ts'

export type CertificateKeys = ReturnType<typeof createCertificateKeys>

/**
 * Keys that certificates are signed with. The private ones are sealed; each stays for good, so that what it signed can
 * be verified after a rotation.
 */
export function createCertificateKeys({ secretBox }: { secretBox: SecretBox }) {
  return {
    /** The key that signs now; the first call on an installation makes it. */
    async current(trx: Knex): Promise<{ id: string; privateKey: KeyObject }> {
      const found = await findCurrent(trx)
      if (found) return open(found)
      await insert(trx)
      const made = await findCurrent(trx)
      if (!made) throw new Error('no key signs certificates')
      return open(made)
    },

    /** @throws Error when the key was sealed with a key of the installation that is gone */
    async find(db: Knex, id: string): Promise<KeyObject | undefined> {
      const row = await db('certificate_keys').where({ id }).first()
      if (!row) return undefined
      const { privateKey } = open(row)
      // The public key is that of the sealed private one, whatever name the row has.
      return keyIdOf(privateKey) === id ? privateKey : undefined
    },

    async list(db: Knex): Promise<{ id: string; isCurrent: boolean }[]> {
      const rows = await db('certificate_keys').orderByRaw('retired_at desc nulls first').select('id', 'retired_at')
      return rows.map(({ id, retired_at }) => ({ id, isCurrent: retired_at === null }))
    },

    /** From now on a new key signs. @returns its id */
    rotate: (knex: Knex): Promise<string> =>
      knex.transaction(async (trx) => {
        await trx('certificate_keys').whereNull('retired_at').update({ retired_at: trx.fn.now() })
        return insert(trx)
      }),
  }

  function findCurrent(trx: Knex) {
    return trx('certificate_keys').whereNull('retired_at').first()
  }

  /** One of two at the same time stays. */
  async function insert(trx: Knex): Promise<string> {
    const { id, secret } = newKey()
    await trx.raw(`insert into certificate_keys (id, private_key_encrypted) values (:id, :sealed) on conflict do nothing`, {
      id,
      sealed: secretBox.seal(secret, placeOf(id)),
    })
    return id
  }

  function open({ id, private_key_encrypted: sealed }: { id: string; private_key_encrypted: Buffer }) {
    return { id, privateKey: readKey(secretBox.open(sealed, placeOf(id))) }
  }
}

const placeOf = (id: string) => ({ table: 'certificate_keys', column: 'private_key_encrypted', id })
