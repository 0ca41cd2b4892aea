import {
  moduleIds,
  registerFieldsSchema,
  type MediaPay,
  type Modules,
  type Payments,
  type PlaybackConfig,
  type RegisterDomains,
  type RegisterFields,
  type SiteConfig,
  type SocialLogins,
  type StripeConfig,
} from '@e-events/shared/contract/settings/config.ts'
import { twoFactorRoles, type TwoFactorConfig } from '@e-events/shared/contract/people/login-config.ts'
import type { SocialProviderRow } from '../../../db/tables/people.ts'
import type { PaymentConfigRow, SiteConfigRow, SiteModuleRow } from '../../../db/tables/settings.ts'

export function toSiteConfig(row: SiteConfigRow): SiteConfig {
  return {
    approveUsers: row.approve_users,
    typeTag: row.type_tag,
    freeTag: row.free_tag,
    coupons: row.coupons,
    moderatedChat: row.moderated_chat,
    languages: row.languages,
    notifications: row.notifications,
    currencies: row.currencies,
    timezones: row.timezones,
  }
}

export function toModules(rows: readonly SiteModuleRow[]): Modules {
  return { modules: moduleIds.map((id) => ({ id, active: rows.some((row) => row.name === id && row.is_active) })) }
}

export function toPayments(row: PaymentConfigRow): Payments {
  return {
    payments: {
      currency: row.subscription_currency,
      ways: [...(takesCards(row) ? ['card' as const] : []), ...(row.pos_url === null ? [] : ['pos' as const])],
      subscription: toSubscription(row),
      monetize: toMonetize(row),
    },
  }
}

export function toStripe(row: PaymentConfigRow): StripeConfig {
  return { publicKey: row.provider_public_key ?? '', currency: row.subscription_currency, enabled: takesCards(row) }
}

/** Keys leave as 'there is one' only. */
export function toMediaPay(row: PaymentConfigRow): MediaPay {
  return {
    pos:
      row.pos_url === null
        ? null
        : { url: row.pos_url, code: row.pos_code ?? '', currency: row.pos_currency ?? '', keySet: row.pos_key_encrypted !== null },
    provider: {
      publicKey: row.provider_public_key ?? '',
      secretKeySet: row.provider_secret_key_encrypted !== null,
      signingKeySet: row.provider_signing_key_encrypted !== null,
    },
    subscription: toSubscription(row),
    monetize: toMonetize(row),
    prepaidHourMinor: row.prepaid_hour_net_minor,
    seller: { country: row.seller_country, postalCode: row.seller_postal_code },
  }
}

export function toRegisterFields(row: SiteConfigRow): RegisterFields {
  return registerFieldsSchema.parse({ fields: row.register_fields })
}

export function toRegisterDomains(row: SiteConfigRow): RegisterDomains {
  return { allowed: row.allowed_email_domains, forbidden: row.forbidden_email_domains }
}

export function toPlaybackConfig(row: SiteConfigRow): PlaybackConfig {
  return { playbacksPerTicket: row.playbacks_per_ticket }
}

/** In the order of the contract, whatever order they were stored in. */
export function toTwoFactor(row: SiteConfigRow): TwoFactorConfig {
  return { roles: twoFactorRoles.filter((role) => row.two_factor_roles?.includes(role)) }
}

export function toSocialLogins(rows: readonly SocialProviderRow[]): SocialLogins {
  return { social: rows.map((row) => ({ provider: row.provider, label: row.label, clientId: row.client_id, enabled: row.is_enabled })) }
}

function takesCards(row: PaymentConfigRow): boolean {
  return row.provider_public_key !== null && row.provider_secret_key_encrypted !== null
}

function toSubscription(row: PaymentConfigRow): MediaPay['subscription'] {
  return {
    active: row.subscription_active,
    periodic: row.subscription_kind === 'periodic',
    interval: row.subscription_interval,
    priceMinor: row.subscription_price_minor,
  }
}

function toMonetize(row: PaymentConfigRow): MediaPay['monetize'] {
  return {
    subscriptionChannels: row.allow_subscription_channels,
    paidContent: row.allow_paid_content,
    promotionMaxPercent: row.promotion_max_percent,
  }
}
