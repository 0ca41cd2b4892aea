import type { Knex } from 'knex'
import type { SecretBox } from '../../adapters/secret-box.ts'

export interface Provider {
  provider: string
  issuer: string
  clientId: string
  /** Undefined for a client without one: PKCE alone protects the code. */
  clientSecret: string | undefined
}
export interface ProviderRegistration {
  provider: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string | undefined
}
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
      }
    },

    /** New ones are off until somebody switches them on; known ones stay as they are and keep their secret unless a new one comes along. */
    async save(registration: ProviderRegistration): Promise<void> {
      const { provider, label, issuer, clientId, clientSecret } = registration
      const row = {
        label,
        issuer_url: issuer,
        client_id: clientId,
        ...(clientSecret === undefined ? {} : { client_secret_encrypted: secretBox.seal(clientSecret, placeOf(provider)) }),
      }
      await knex('social_providers')
        .insert({ provider, ...row })
        .onConflict('provider')
        .merge(row)
    },
  }
}

const placeOf = (provider: string) => ({ table: 'social_providers', column: 'client_secret_encrypted', id: provider })
