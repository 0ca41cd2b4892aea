import { home } from '@e-events/shared/contract/storefront/home.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'

export function homeRoutes(router: ApiRouter, bind: Bind, deps: { showHome(language: Language): Promise<ShownSection[]> }): void {
  bind(router, home, {
    get: async ({ language }) => ({ sections: await deps.showHome(language) }),
  })
}
