import type {
  MediaPay,
  MediaPayBody,
  ModuleId,
  Modules,
  Payments,
  PlaybackConfig,
  RegisterDomains,
  RegisterFields,
  SiteConfig,
  SocialLogins,
  StripeConfig,
} from '@e-events/shared/contract/settings/config.ts'
import type { TwoFactorConfig } from '@e-events/shared/contract/people/login-config.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { SecretBox } from '../../../adapters/secret-box.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { PaymentConfigRow, PaymentConfigUpdate } from '../../../db/tables/settings.ts'
import {
  toMediaPay,
  toModules,
  toPayments,
  toPlaybackConfig,
  toRegisterDomains,
  toRegisterFields,
  toSiteConfig,
  toSocialLogins,
  toStripe,
  toTwoFactor,
} from './presenter.ts'
import type { SettingsChange } from '../../../events/domain-events.ts'
import type { ConfigRepository } from './repository.ts'

/** An edit: what shall be, who wants it, and whether it was made upon an answer that is not the present one. */
export interface Edit<T> {
  value: T
  by: AuditContext & { actorId: string }
  isStale(present: unknown): boolean
}
/** Accounts at payment services with their keys. */
export interface PaymentAccounts {
  mayCharge: boolean
  stripe: { publicKey: string; secretKey: string; signingKey: string | null } | null
  pos: { url: string; code: string; currency: string; key: string } | null
}
export type Config = ReturnType<typeof createConfig>

type SecretColumn = 'pos_key_encrypted' | 'provider_secret_key_encrypted' | 'provider_signing_key_encrypted'

export function createConfig(deps: {
  knex: Knex
  repository: ConfigRepository
  secrets: SecretBox
  /** Tells every open browser. Runs after the commit and never fails it. */
  announce(change: SettingsChange): Promise<void>
}) {
  const { knex, repository } = deps

  /** Locks, compares, changes and writes down, all in one transaction; tells the browsers after it. */
  async function edit<Row, View extends object, T>(
    wanted: Edit<T>,
    rules: {
      subject: 'site_config' | 'register_fields' | 'register_domains' | 'two_factor_roles' | 'playback' | 'media_pay'
      change: SettingsChange
      lock(trx: Knex): Promise<Row>
      present(row: Row): View
      write(trx: Knex, row: Row): Promise<Row>
      /** Says in the log what the view does not show. */
      hidden?: (before: Row, after: Row) => object
    },
  ): Promise<View> {
    const view = await knex.transaction(async (trx) => {
      const row = await rules.lock(trx)
      const before = rules.present(row)
      if (wanted.isStale(before)) throw new DomainError('EDIT_CONFLICT')
      const next = await rules.write(trx, row)
      const after = rules.present(next)
      await writeAudit(trx, {
        ...wanted.by,
        action: `${rules.subject}.update`,
        subject: { type: rules.subject, id: 'site' },
        before,
        after: { ...after, ...rules.hidden?.(row, next) },
      })
      return after
    })
    await deps.announce(rules.change)
    return view
  }

  return {
    async site(): Promise<SiteConfig> {
      return toSiteConfig(await repository.site())
    },

    /** @throws DomainError EDIT_CONFLICT */
    updateSite(wanted: Edit<SiteConfig>): Promise<SiteConfig> {
      return edit(wanted, {
        subject: 'site_config',
        change: 'config.updated',
        lock: repository.lockSite,
        present: toSiteConfig,
        write: (trx) => repository.updateSite(trx, wanted.value, wanted.by.actorId),
      })
    },

    async registerFields(): Promise<RegisterFields> {
      return toRegisterFields(await repository.site())
    },
    /** @throws DomainError EDIT_CONFLICT */
    updateRegisterFields(wanted: Edit<RegisterFields>): Promise<RegisterFields> {
      return edit(wanted, {
        subject: 'register_fields',
        change: 'config.updated',
        lock: repository.lockSite,
        present: toRegisterFields,
        write: (trx) => repository.updateRegisterFields(trx, wanted.value, wanted.by.actorId),
      })
    },

    async registerDomains(): Promise<RegisterDomains> {
      return toRegisterDomains(await repository.site())
    },
    /** @throws DomainError EDIT_CONFLICT */
    updateRegisterDomains(wanted: Edit<RegisterDomains>): Promise<RegisterDomains> {
      return edit(wanted, {
        subject: 'register_domains',
        change: 'config.updated',
        lock: repository.lockSite,
        present: toRegisterDomains,
        write: (trx) => repository.updateRegisterDomains(trx, wanted.value, wanted.by.actorId),
      })
    },

    async twoFactor(): Promise<TwoFactorConfig> {
      return toTwoFactor(await repository.site())
    },
    /** @throws DomainError EDIT_CONFLICT */
    updateTwoFactor(wanted: Edit<TwoFactorConfig>): Promise<TwoFactorConfig> {
      return edit(wanted, {
        subject: 'two_factor_roles',
        change: 'config.updated',
        lock: repository.lockSite,
        present: toTwoFactor,
        write: (trx) => repository.updateTwoFactor(trx, wanted.value, wanted.by.actorId),
      })
    },

    async playback(): Promise<PlaybackConfig> {
      return toPlaybackConfig(await repository.site())
    },
    /** @throws DomainError EDIT_CONFLICT */
    updatePlayback(wanted: Edit<PlaybackConfig>): Promise<PlaybackConfig> {
      return edit(wanted, {
        subject: 'playback',
        change: 'config.updated',
        lock: repository.lockSite,
        present: toPlaybackConfig,
        write: (trx) => repository.updatePlayback(trx, wanted.value, wanted.by.actorId),
      })
    },

    async socialLogins(): Promise<SocialLogins> {
      return toSocialLogins(await repository.socialProviders())
    },

    async modules(): Promise<Modules> {
      return toModules(await repository.modules())
    },
    async switchModule(id: ModuleId, active: boolean, by: AuditContext & { actorId: string }): Promise<Modules> {
      const modules = await knex.transaction(async (trx) => {
        const row = await repository.lockModule(trx, id)
        await repository.switchModule(trx, id, active, by.actorId)
        await writeAudit(trx, {
          ...by,
          action: 'module.switch',
          subject: { type: 'module', id },
          before: { active: row.is_active },
          after: { active },
        })
        return toModules(await repository.modules(trx))
      })
      await deps.announce('modules.updated')
      return modules
    },
    /** For every call of a module. @throws DomainError MODULE_INACTIVE for whoever calls (ADM-072) */
    async assertModule(id: ModuleId): Promise<void> {
      if (!(await repository.isModuleActive(id))) throw new DomainError('MODULE_INACTIVE')
    },

    async payments(): Promise<Payments> {
      return toPayments(await repository.payments())
    },
    async stripe(): Promise<StripeConfig> {
      return toStripe(await repository.payments())
    },
    async mediaPay(): Promise<MediaPay> {
      return toMediaPay(await repository.payments())
    },
    /** Subscriptions that the site sells: those of channels, and that of the platform where it is on. */
    async subscriptionSettings() {
      const { currency, monetize, subscription } = toPayments(await repository.payments()).payments
      const { active, periodic, interval: period, priceMinor: netMinor } = subscription
      const platform = { kind: periodic ? 'periodic' : 'single', period, netMinor, currency } as const
      return { allowsChannels: monetize.subscriptionChannels, platform: active ? platform : null }
    },
    /** Price of an hour that organizers pay for before their show. */
    async prepaidSettings() {
      const row = await repository.payments()
      return { hourNetMinor: toMediaPay(row).prepaidHourMinor, currency: toPayments(row).payments.currency }
    },
    /** The accounts with their keys, and whether the site charges, for the payments alone: no answer holds the keys. */
    async paymentAccounts(): Promise<PaymentAccounts> {
      const row = await repository.payments()
      const open = (column: SecretColumn) => {
        const sealed = row[column]
        return sealed === null ? null : deps.secrets.open(sealed, { table: 'payment_config', column, id: 'site' })
      }
      const [posKey, secretKey] = [open('pos_key_encrypted'), open('provider_secret_key_encrypted')]
      return {
        mayCharge: row.allow_paid_content,
        stripe:
          secretKey === null
            ? null
            : { publicKey: row.provider_public_key ?? '', secretKey, signingKey: open('provider_signing_key_encrypted') },
        pos:
          posKey === null || row.pos_url === null
            ? null
            : { url: row.pos_url, code: row.pos_code ?? '', currency: row.pos_currency ?? '', key: posKey },
      }
    },
    /** @throws DomainError EDIT_CONFLICT, VALIDATION_FAILED for a terminal without a key */
    updateMediaPay(wanted: Edit<MediaPayBody>): Promise<MediaPay> {
      const { pos, provider } = wanted.value
      return edit(wanted, {
        subject: 'media_pay',
        change: 'config.updated',
        lock: repository.lockPayments,
        present: toMediaPay,
        write: (trx, row) => repository.updatePayments(trx, toPaymentChange(wanted, row)),
        // That a key was replaced is news, although the view reads the same before and after.
        hidden: () => ({
          ...(pos?.key ? { posKeyReplaced: true } : {}),
          ...(provider.secretKey ? { secretKeyReplaced: true } : {}),
          ...(provider.signingKey ? { signingKeyReplaced: true } : {}),
        }),
      })
    },
  }

  function toPaymentChange({ value, by }: Edit<MediaPayBody>, row: PaymentConfigRow): PaymentConfigUpdate {
    const { pos, provider, subscription, monetize, prepaidHourMinor, seller } = value
    if (pos !== null && pos.key === '' && row.pos_key_encrypted === null) {
      const issue = { path: 'body.pos.key', rule: 'required', message: 'a terminal needs its key' }
      throw new DomainError('VALIDATION_FAILED', { issues: [issue] })
    }
    const seal = (column: SecretColumn, key: string) =>
      key === '' ? row[column] : deps.secrets.seal(key, { table: 'payment_config', column, id: 'site' })
    return {
      pos_url: pos?.url ?? null,
      pos_code: pos?.code ?? null,
      pos_currency: pos?.currency ?? null,
      pos_key_encrypted: pos === null ? null : seal('pos_key_encrypted', pos.key),
      provider_public_key: provider.publicKey === '' ? null : provider.publicKey,
      provider_secret_key_encrypted: seal('provider_secret_key_encrypted', provider.secretKey),
      provider_signing_key_encrypted: seal('provider_signing_key_encrypted', provider.signingKey),
      encryption_key_id: deps.secrets.keyId,
      subscription_active: subscription.active,
      subscription_kind: subscription.periodic ? 'periodic' : 'single',
      subscription_interval: subscription.interval,
      subscription_price_minor: subscription.priceMinor,
      allow_subscription_channels: monetize.subscriptionChannels,
      allow_paid_content: monetize.paidContent,
      promotion_max_percent: monetize.promotionMaxPercent,
      prepaid_hour_net_minor: prepaidHourMinor,
      seller_country: seller.country,
      seller_postal_code: seller.postalCode,
      updated_by: by.actorId,
    }
  }
}
