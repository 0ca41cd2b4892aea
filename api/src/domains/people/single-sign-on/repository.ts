import type { Knex } from 'knex'
import type { SecretBox } from '../../../adapters/secret-box.ts'
import type { SocialProviderRow } from '../../../db/tables/people.ts'

export interface Provider {
  provider: string
  issuer: string
  clientId: string
  /** Undefined for a client without one: PKCE alone protects the code. */
  clientSecret: string | undefined
  /** E-mail domains that it may vouch for; empty: all. */
  emailDomains: readonly string[]
}
export interface ProviderRegistration {
  provider: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Undefined: as they are. */
  emailDomains?: string[] | undefined
}
/** A provider as it stands in the database. */
export type ProviderRecord = SocialProviderRow & { accounts: number }
export type ProviderRepository = ReturnType<typeof createProviderRepository>

export function createProviderRepository(knex: Knex, secretBox: SecretBox) {
  return {
    async findEnabled(provider: string): Promise<Provider | undefined> {
      const row = await knex('social_providers').where({ provider, is_enabled: true }).first()
      if (!row) return undefined
      const sealed = row.client_secret_encrypted
      return {
        provider: row.provider,
        issuer: row.issuer_url,
        clientId: row.client_id,
        clientSecret: sealed === null ? undefined : secretBox.open(sealed, placeOf(provider)),
        emailDomains: row.email_domains,
      }
    },

    /** All of them, on or off, with how many accounts log in with each. */
    async list(): Promise<ProviderRecord[]> {
      return knex('social_providers').select('*', accountsOf(knex)).orderBy('provider')
    },

    /** Serialises concurrent edits of the providers. */
    async lock(trx: Knex, provider: string): Promise<ProviderRecord | undefined> {
      const [row] = await trx('social_providers').where({ provider }).forUpdate().select<ProviderRecord[]>('*', accountsOf(trx))
      return row
    },

    /** @returns undefined where the name is taken */
    async insert(trx: Knex, { provider, clientSecret, ...given }: ProviderRegistration): Promise<ProviderRecord | undefined> {
      const [row] = await trx('social_providers')
        .insert({
          provider,
          label: given.label,
          issuer_url: given.issuer,
          client_id: given.clientId,
          ...(given.emailDomains === undefined ? {} : { email_domains: given.emailDomains }),
          client_secret_encrypted: clientSecret === undefined ? null : secretBox.seal(clientSecret, placeOf(provider)),
        })
        .onConflict('provider')
        .ignore()
        .returning('*')
      return row && { ...row, accounts: 0 }
    },

    async update(
      trx: Knex,
      before: ProviderRecord,
      given: Omit<ProviderRegistration, 'provider'> & { enabled: boolean },
    ): Promise<ProviderRecord> {
      const { provider } = before
      const change = {
        label: given.label,
        issuer_url: given.issuer,
        client_id: given.clientId,
        is_enabled: given.enabled,
        ...(given.emailDomains === undefined ? {} : { email_domains: given.emailDomains }),
        ...(given.clientSecret === undefined ? {} : { client_secret_encrypted: secretBox.seal(given.clientSecret, placeOf(provider)) }),
      }
      await trx('social_providers').where({ provider }).update(change)
      return { ...before, ...change }
    },

    /**
     * New ones are off until somebody switches them on; known ones stay as they are and keep their secret unless a new
     * one comes along.
     */
    async save(registration: ProviderRegistration): Promise<void> {
      const { provider, label, issuer, clientId, clientSecret, emailDomains } = registration
      const row = {
        label,
        issuer_url: issuer,
        client_id: clientId,
        ...(emailDomains === undefined ? {} : { email_domains: emailDomains }),
        ...(clientSecret === undefined ? {} : { client_secret_encrypted: secretBox.seal(clientSecret, placeOf(provider)) }),
      }
      await knex('social_providers')
        .insert({ provider, ...row })
        .onConflict('provider')
        .merge(row)
    },
  }
}

const accountsOf = (knex: Knex) =>
  knex.raw('(select count(*)::int from user_identities i where i.provider = social_providers.provider) as accounts')
const placeOf = (provider: string) => ({ table: 'social_providers', column: 'client_secret_encrypted', id: provider })
