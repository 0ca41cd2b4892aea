import type { Client } from '@e-events/shared/contract/client.ts'
import {
  config,
  type mediaPayBody,
  type mediaPaySchema,
  type PlaybackConfig,
  type registerDomainsSchema,
  type registerFieldsSchema,
  type SiteConfig,
} from '@e-events/shared/contract/settings/config.ts'
import { exchangeRates, type exchangeRatesBody, type ExchangeRates } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { loginConfig, type TwoFactorConfig } from '@e-events/shared/contract/people/login-config.ts'
import { endpointKey, queryKey } from '@e-events/shared/contract/endpoint.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Resource } from './use-edited.ts'

export type RegisterFields = z.infer<typeof registerFieldsSchema>
export type RegisterDomains = z.infer<typeof registerDomainsSchema>
export type MediaPay = z.infer<typeof mediaPaySchema>
export type MediaPayInput = z.input<typeof mediaPayBody>

export type TwoFactorRole = TwoFactorConfig['roles'][number]

export function switchesResource(api: Client, queries: QueryClient): Resource<SiteConfig, SiteConfig> {
  return {
    key: config.get.path,
    load: (options) => api.call(config.get, undefined, options),
    save: (body, options) => api.call(config.update, { body }, options),
    // The bar above and everything else that reads the switches follows at once.
    onSaved: (value) => queries.setQueryData(queryKey(config.get), value),
  }
}

export function registerFieldsResource(api: Client, queries: QueryClient): Resource<RegisterFields, RegisterFields> {
  return {
    key: config.registerFields.path,
    load: (options) => api.call(config.registerFields, undefined, options),
    save: (body, options) => api.call(config.updateRegisterFields, { body }, options),
    onSaved: (value) => queries.setQueryData(queryKey(config.registerFields), value),
  }
}

export function registerDomainsResource(api: Client, queries: QueryClient): Resource<RegisterDomains, RegisterDomains> {
  return {
    key: config.registerDomains.path,
    load: (options) => api.call(config.registerDomains, undefined, options),
    save: (body, options) => api.call(config.updateRegisterDomains, { body }, options),
    onSaved: (value) => queries.setQueryData(queryKey(config.registerDomains), value),
  }
}

export function mediaPayResource(api: Client, queries: QueryClient): Resource<MediaPay, MediaPayInput> {
  return {
    key: config.mediaPay.path,
    load: (options) => api.call(config.mediaPay, undefined, options),
    save: (body, options) => api.call(config.updateMediaPay, { body }, options),
    // Offers to buyers depend on it.
    onSaved: () => queries.invalidateQueries({ queryKey: endpointKey(config.payments) }),
  }
}

export function playbackResource(api: Client, queries: QueryClient): Resource<PlaybackConfig, PlaybackConfig> {
  return {
    key: config.playback.path,
    load: (options) => api.call(config.playback, undefined, options),
    save: (body, options) => api.call(config.updatePlayback, { body }, options),
    onSaved: (value) => queries.setQueryData(queryKey(config.playback), value),
  }
}

export function twoFactorResource(api: Client, queries: QueryClient): Resource<TwoFactorConfig, TwoFactorConfig> {
  return {
    key: loginConfig.twoFactor.path,
    load: (options) => api.call(loginConfig.twoFactor, undefined, options),
    save: (body, options) => api.call(loginConfig.updateTwoFactor, { body }, options),
    onSaved: (value) => queries.setQueryData(queryKey(loginConfig.twoFactor), value),
  }
}

export function exchangeRatesResource(api: Client, queries: QueryClient): Resource<ExchangeRates, z.input<typeof exchangeRatesBody>> {
  return {
    key: exchangeRates.get.path,
    load: (options) => api.call(exchangeRates.get, undefined, options),
    save: (body, options) => api.call(exchangeRates.update, { body }, options),
    // Prices that are shown somewhere on this device follow.
    onSaved: (value) => queries.setQueryData(queryKey(exchangeRates.get), value),
  }
}
