import { home } from '@e-events/shared/contract/home.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { toHome } from './presenter.ts'
import type { HomeRepository } from './repository.ts'

export function homeRoutes(router: ApiRouter, bind: Bind, deps: { home: HomeRepository; clock: Clock }): void {
  bind(router, home, {
    get: async ({ language }) => toHome(await deps.home.listRails(language, deps.clock.now())),
  })
}
