import type { SiteInfo } from '@e-events/shared/contract/settings/site.ts'
import { leastStudioVersion } from '@e-events/shared/domain/studio-version.ts'
import { createDailyRates } from '../../adapters/daily-rates.ts'
import type { Base, Timer } from '../../base.ts'
import type { Env } from '../../env.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { createConfigRepository } from './config/repository.ts'
import { configRoutes, twoFactorHandlers, type ThemeHomes } from './config/routes.ts'
import { createConfig } from './config/service.ts'
import { createExchangeRateRepository } from './exchange-rates/repository.ts'
import { exchangeRateRoutes } from './exchange-rates/routes.ts'
import { createExchangeRates } from './exchange-rates/service.ts'
import { createContact } from './site/contact.ts'
import { findSupportEmail } from './site/repository.ts'
import { siteRoutes } from './site/routes.ts'
import { createSiteInfo } from './site/service.ts'

export type Settings = ReturnType<typeof createSettings>

/** Configuration of the site, its modules, payments and exchange rates, and what the site says of its operator. */
export function createSettings({ env, knex, secretBox, mailer, events, clock }: Base) {
  const announce = async (change: 'config.updated' | 'modules.updated') => void (await events.publish('settings.changed', { change }))
  const config = createConfig({ knex, repository: createConfigRepository(knex), secrets: secretBox, announce })
  const exchangeRates = createExchangeRates({
    knex,
    repository: createExchangeRateRepository(knex),
    readDaily: env.EXCHANGE_RATES_URL === undefined ? undefined : createDailyRates(env.EXCHANGE_RATES_URL),
    announce: () => announce('config.updated'),
    clock,
  })
  const readSiteInfo = createSiteInfo({ findSupportEmail: () => findSupportEmail(knex), configured: siteInfoOf(env) })
  const contact = createContact({ knex, mailer, readSiteInfo })

  const timers: Timer[] = [{ name: 'exchange rates', periodMs: 60 * 60_000, run: exchangeRates.readDaily }]
  return {
    config,
    exchangeRates,
    twoFactorHandlers: twoFactorHandlers(config),
    announce,
    timers,
    routes(router: ApiRouter, bind: Bind, other: { themeHomes: ThemeHomes }): void {
      configRoutes(router, bind, { config, sections: other.themeHomes, realtimeKey: env.NOTIFICATIONS_API_KEY })
      exchangeRateRoutes(router, bind, { exchangeRates })
      siteRoutes(router, bind, { readSiteInfo, contact })
    },
  }
}

function siteInfoOf(env: Env): SiteInfo {
  return {
    supportEmail: env.SUPPORT_EMAIL,
    leastStudioVersion,
    operator: {
      name: env.OPERATOR_NAME ?? null,
      taxId: env.OPERATOR_TAX_ID ?? null,
      address: env.OPERATOR_ADDRESS ?? null,
      registry: env.OPERATOR_REGISTRY ?? null,
      dataProtectionEmail: env.DATA_PROTECTION_EMAIL ?? null,
    },
  }
}
