import { config, type ThemeHome } from '@e-events/shared/contract/settings/config.ts'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import { loginConfig, type TwoFactorConfig } from '@e-events/shared/contract/people/login-config.ts'
import { auditContextOf } from '../../../http/audit-context.ts'
import { etagOf, type ApiRouter, type Bind } from '../../../http/bind.ts'
import type { Config, Edit } from './service.ts'

/** The home page is a place of sections among others; only its two theme calls stand here. */
export interface ThemeHomes {
  themeHome(isAdmin: boolean): Promise<ThemeHome>
  updateThemeHome(value: ThemeHome, wanted: Omit<Edit<ThemeHome>, 'value'>): Promise<ThemeHome>
}

export function configRoutes(router: ApiRouter, bind: Bind, deps: { config: Config; sections: ThemeHomes; realtimeKey: string }): void {
  const { config: service } = deps
  bind(router, config, {
    get: () => service.site(),
    update: (call) => service.updateSite(toEdit(config.get, call)),
    payments: () => service.payments(),
    stripe: () => service.stripe(),
    modules: () => service.modules(),
    switchModule: (call) => service.switchModule(call.params.id, call.body.active, { ...auditContextOf(call), actorId: call.user.id }),
    mediaPay: () => service.mediaPay(),
    updateMediaPay: (call) => service.updateMediaPay(toEdit(config.mediaPay, call)),
    themeHome: ({ user }) => deps.sections.themeHome(user?.isAdmin ?? false),
    async updateThemeHome(call) {
      const { value, ...wanted } = toEdit(config.themeHome, call)
      return deps.sections.updateThemeHome(value, wanted)
    },
    playback: () => service.playback(),
    updatePlayback: (call) => service.updatePlayback(toEdit(config.playback, call)),
    realtime: async () => ({ apiKey: deps.realtimeKey }),
    registerFields: () => service.registerFields(),
    updateRegisterFields: (call) => service.updateRegisterFields(toEdit(config.registerFields, call)),
    registerSocial: () => service.socialLogins(),
    registerDomains: () => service.registerDomains(),
    updateRegisterDomains: (call) => service.updateRegisterDomains(toEdit(config.registerDomains, call)),
  })
}

/** Handlers of `loginConfig` that concern no provider. */
export function twoFactorHandlers(service: Config) {
  return {
    twoFactor: () => service.twoFactor(),
    updateTwoFactor: (call: EditCall<TwoFactorConfig>) => service.updateTwoFactor(toEdit(loginConfig.twoFactor, call)),
  }
}

interface EditCall<T> {
  body: T
  ifMatch: string | undefined
  user: { id: string }
  requestId: string
  client: { address: string }
}

/** The ETag is the one of the GET whose answer was edited; without If-Match the last one to save wins. */
function toEdit<T>(read: Endpoint, call: EditCall<T>): Edit<T> {
  return {
    value: call.body,
    by: { ...auditContextOf(call), actorId: call.user.id },
    isStale: (present) => call.ifMatch !== undefined && call.ifMatch !== etagOf(read, present),
  }
}
