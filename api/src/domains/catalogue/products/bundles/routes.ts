import { bundles } from '@e-events/shared/contract/catalogue/bundles.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { Clock } from '../../../../adapters/clock.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import { toOwnProductDetail } from '../own-presenter.ts'
import type { ProductPages } from '../read-service.ts'
import { editorOf } from '../staff-audit.ts'
import type { Bundles } from './service.ts'

export function bundleRoutes(router: ApiRouter, bind: Bind, deps: { bundles: Bundles; productPages: ProductPages; clock: Clock }): void {
  const present = async (id: string, language: Language) =>
    toOwnProductDetail(await deps.productPages.getOwn(id, language), deps.clock.now())
  bind(router, bundles, {
    async activate(call) {
      await deps.bundles.activate(call.owned.id, editorOf(call))
      return present(call.owned.id, call.language)
    },
    async deactivate(call) {
      await deps.bundles.deactivate(call.owned.id, editorOf(call))
      return present(call.owned.id, call.language)
    },
  })
}
