import type { PlaybackConfig, RegisterDomains, RegisterFields, SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import type { TwoFactorConfig } from '@e-events/shared/contract/people/login-config.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { toJson } from '../../../db/row.ts'
import type { SocialProviderRow } from '../../../db/tables/people.ts'
import type { PaymentConfigRow, PaymentConfigUpdate, SiteConfigRow, SiteModuleRow } from '../../../db/tables/settings.ts'

export type ConfigRepository = ReturnType<typeof createConfigRepository>

export function createConfigRepository(knex: Knex) {
  return {
    /**
     * Read with every page of the web: one prepared statement, and no copy that other processes would have to be told
     * about.
     */
    async site(): Promise<SiteConfigRow> {
      const [row] = await prepared<SiteConfigRow>(knex, 'site-config', 'select * from site_config', [])
      return found(row)
    },

    /** Serialises concurrent edits of the settings. */
    async lockSite(trx: Knex): Promise<SiteConfigRow> {
      return found(await trx('site_config').forUpdate().first())
    },

    async updateSite(trx: Knex, config: SiteConfig, by: string): Promise<SiteConfigRow> {
      const { approveUsers, typeTag, freeTag, moderatedChat, ...same } = config
      const change = {
        approve_users: approveUsers,
        type_tag: typeTag,
        free_tag: freeTag,
        moderated_chat: moderatedChat,
        ...same,
        updated_by: by,
      }
      const [row] = await trx('site_config').update(change).returning('*')
      return found(row)
    },

    async updateRegisterFields(trx: Knex, { fields }: RegisterFields, by: string): Promise<SiteConfigRow> {
      const [row] = await trx('site_config')
        .update({ register_fields: toJson(fields), updated_by: by })
        .returning('*')
      return found(row)
    },

    async updateRegisterDomains(trx: Knex, domains: RegisterDomains, by: string): Promise<SiteConfigRow> {
      const [row] = await trx('site_config')
        .update({ allowed_email_domains: domains.allowed, forbidden_email_domains: domains.forbidden, updated_by: by })
        .returning('*')
      return found(row)
    },

    async updatePlayback(trx: Knex, { playbacksPerTicket }: PlaybackConfig, by: string): Promise<SiteConfigRow> {
      const [row] = await trx('site_config').update({ playbacks_per_ticket: playbacksPerTicket, updated_by: by }).returning('*')
      return found(row)
    },

    async updateTwoFactor(trx: Knex, { roles }: TwoFactorConfig, by: string): Promise<SiteConfigRow> {
      const [row] = await trx('site_config').update({ two_factor_roles: roles, updated_by: by }).returning('*')
      return found(row)
    },

    async socialProviders(): Promise<SocialProviderRow[]> {
      return knex('social_providers').orderBy('provider')
    },

    async modules(trx: Knex = knex): Promise<SiteModuleRow[]> {
      return trx('site_modules').select('*')
    },

    async isModuleActive(id: SiteModuleRow['name']): Promise<boolean> {
      const [row] = await prepared<SiteModuleRow>(knex, 'module', 'select is_active from site_modules where name = $1', [id])
      return found(row).is_active
    },

    async lockModule(trx: Knex, id: SiteModuleRow['name']): Promise<SiteModuleRow> {
      return found(await trx('site_modules').where({ name: id }).forUpdate().first())
    },

    async switchModule(trx: Knex, id: SiteModuleRow['name'], active: boolean, by: string): Promise<void> {
      await trx('site_modules').where({ name: id }).update({ is_active: active, updated_by: by })
    },

    /** Read with every page of what is sold. */
    async payments(): Promise<PaymentConfigRow> {
      const [row] = await prepared<PaymentConfigRow>(knex, 'payment-config', 'select * from payment_config', [])
      return found(row)
    },

    async lockPayments(trx: Knex): Promise<PaymentConfigRow> {
      return found(await trx('payment_config').forUpdate().first())
    },

    async updatePayments(trx: Knex, change: PaymentConfigUpdate): Promise<PaymentConfigRow> {
      const [row] = await trx('payment_config').update(change).returning('*')
      return found(row)
    },
  }
}

/** Rows that the first migration made and nobody deletes. */
function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a row of settings is gone')
  return row
}
