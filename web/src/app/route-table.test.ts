import { auth, type SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { config, moduleIds } from '@e-events/shared/contract/settings/config.ts'
import { home as homeContract } from '@e-events/shared/contract/storefront/home.ts'
import { isValidElement } from 'react'
import { createMemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { buildOptions } from '../config/env.ts'
import { createServices } from '../lib/services.ts'
import { sessionHintKey } from '@e-events/shared/client/session.ts'
import { home, session, sessionUser } from '../testing/factories.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { createGates } from './gates.ts'
import { createI18n } from './i18n.ts'
import { isBuilt, routes, type RoutePath } from './route-table.ts'
import { createRoutes } from './router.tsx'
import { NotFoundPage } from './routes/not-found.tsx'

/**
 * Where each address of the specification leads an anonymous visitor, a viewer, an organizer and an administrator.
 * Written by hand from the specification, not from the table that the router is made of. `·` stays where it is.
 */
const expected = `
/                                                              ·  ·  ·  ·
/login                                                         ·  /  /  /
/logup                                                         ·  /  /  /
/recovery-password                                             ·  /account/my-data  /account/my-data  /account/my-data
/reset-password/token-of-a-mail-12345                          ·  ·  ·  ·
/activate/token-of-a-mail-12345                                ·  ·  ·  ·
/confirm-email/token-of-a-mail-12345                           ·  ·  ·  ·
/opt-out/token-of-a-mail-12345                                 ·  ·  ·  ·
/store/x                                                       ·  ·  ·  ·
/page/producers                                                ·  ·  ·  ·
/page/x                                                        ·  ·  ·  ·
/help                                                          ·  ·  ·  ·
/help/tutorials                                                ·  ·  ·  ·
/help/tutorials/live                                           ·  ·  ·  ·
/help/player                                                   ·  ·  ·  ·
/help/player/start                                             ·  ·  ·  ·
/aviso-legal                                                   ·  ·  ·  ·
/products/x                                                    ·  ·  ·  ·
/channels/x                                                    ·  ·  ·  ·
/channels/x/subscription                                       /  ·  ·  ·
/subscription                                                  /  ·  ·  ·
/certificates/x                                                ·  ·  ·  ·
/search-results                                                ·  ·  ·  ·
/speakers/x                                                    ·  ·  ·  ·
/schedule                                                      ·  ·  ·  ·
/schedule/x/section/1                                          ·  ·  ·  ·
/products/x/checkout                                           /  ·  ·  ·
/redeem                                                        ·  ·  ·  ·
/payments/orders/x                                             /  ·  ·  ·
/payments/test/tp_x                                            ·  ·  ·  ·
/redeem                                                        ·  ·  ·  ·
/player/x                                                      /  ·  ·  ·
/rehearsals/x                                                  /  ·  ·  ·
/datasheet/x                                                   /  ·  ·  ·
/posts/x                                                       /  ·  ·  ·
/shop                                                          /  ·  ·  ·
/surveys                                                       /  ·  ·  ·
/surveys/1                                                     /  ·  ·  ·
/courses/x                                                     /  ·  ·  ·
/courses/x/lessons/1                                           /  ·  ·  ·
/masters/x                                                     /  ·  ·  ·
/meets/x/recordings/1                                          /  ·  ·  ·
/meets/x                                                       /  ·  ·  ·
/users/1                                                       /  ·  ·  ·
/mystuff                                                       /  /mystuff/products  /mystuff/products  /mystuff/products
/mystuff/products                                              /  ·  ·  ·
/mystuff/subscriptions                                         /  ·  ·  ·
/mystuff/orders                                                /  ·  ·  ·
/account/my-data                                               /  ·  ·  ·
/account                                                       /  /account/my-data  /account/globalview  /account/globalview
/account/globalview                                            /  /account/my-data  ·  ·
/account/channels                                              /  /account/my-data  ·  ·
/account/channels/x                                            /  /account/my-data  ·  ·
/account/channels/x/products/y                                 /  /account/my-data  ·  ·
/account/channels/x/courses/y                                  /  /account/my-data  ·  ·
/account/channels/x/masters/y                                  /  /account/my-data  ·  ·
/account/products                                              /  /account/my-data  ·  ·
/account/products/new                                          /  /account/my-data  ·  ·
/account/products/x/quality                                    /  /account/my-data  ·  ·
/account/courses/new                                           /  /account/my-data  ·  ·
/account/masters/new                                           /  /account/my-data  ·  ·
/account/speakers                                              /  /account/my-data  ·  ·
/account/speakers/1                                            /  /account/my-data  ·  ·
/account/sales                                                 /  /account/my-data  ·  ·
/account/shipping                                              /  /account/my-data  ·  ·
/account/payouts                                               /  /account/my-data  ·  ·
/account/prepaid                                               /  /account/my-data  ·  ·
/account/salescode                                             /  /account/my-data  ·  ·
/account/salesopportunity                                      /  /account/my-data  ·  ·
/account/analytics                                             /  /account/my-data  ·  ·
/account/what-is-not-there                                     /  /account/my-data  ·  ·
/manage/store/entity/x                                         /  /  ·  ·
/manage                                                        /  /  /  /manage/products
/manage/products                                               /  /  /  ·
/manage/products/new                                           /  /  /  ·
/manage/products/x                                             /  /  /  ·
/manage/courses/new                                            /  /  /  ·
/manage/courses/x                                              /  /  /  ·
/manage/masters/new                                            /  /  /  ·
/manage/masters/x                                              /  /  /  ·
/manage/productsopen                                           /  /  /  ·
/manage/new-product                                            /  /  /  ·
/manage/channels                                               /  /  /  ·
/manage/channels/x                                             /  /  /  ·
/manage/sales                                                  /  /  /  ·
/manage/refunds                                                /  /  /  ·
/manage/taxes                                                  /  /  /  ·
/manage/payouts                                                /  /  /  ·
/manage/manage-users                                           /  /  /  ·
/manage/analytics                                              /  /  /  ·
/manage/pages                                                  /  /  /  ·
/manage/pages/1                                                /  /  /  ·
/manage/modules                                                /  /  /  ·
/manage/modules/media-pay                                      /  /  /  ·
/manage/modules/login                                          /  /  /  ·
/manage/adversiting                                            /  /  /  ·
/manage/open-lab                                               /  /  /  ·
/manage/open-lab/lean-test                                     /  /  /  ·
/manage/open-lab/ideas                                         /  /  /  ·
/manage/open-lab/surveys                                       /  /  /  ·
/manage/open-lab/surveys/create                                /  /  /  ·
/manage/open-lab/surveys/1                                     /  /  /  ·
/manage/cognition                                              /  /  /  ·
/manage/config-admin                                           /  /  /  ·
/manage/e-learning/lessons                                     /  /  /  ·
/manage/leads                                                  /  /  /  ·
/manage/home                                                   /  /  /  ·
/manage/notifications                                          /  /  /  ·
/manage/track-emails                                           /  /  /  ·
/manage/speakers                                               /  /  /  ·
/manage/speakers/1                                             /  /  /  ·
/manage/what-is-not-there                                      /  /  /  ·
/does-not-exist                                                /  ·  ·  ·
/account-of-nobody                                             /  ·  ·  ·
`
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/))

const people = {
  anonymous: undefined,
  viewer: sessionUser({ roles: ['VIEWER'] }),
  organizer: sessionUser({ roles: ['VIEWER', 'PRODUCER'] }),
  administrator: sessionUser({ roles: ['ADMIN'] }),
}

let close: () => void = () => undefined
afterEach(() => close())

/** The router with nothing drawn: where one gets to, and whether there is a screen. */
async function open(user: SessionUser | undefined) {
  const api = createFakeApi()
  api.on(homeContract.get, () => home())
  api.on(config.modules, () => ({ modules: moduleIds.map((id) => ({ id, active: true })) }))
  if (user) {
    localStorage.setItem(sessionHintKey, '1')
    api.on(auth.refresh, () => session(user))
  }
  const services = createServices({ fetch: api.fetch })
  services.queries.setDefaultOptions({ queries: { retry: false } })
  const router = createMemoryRouter(createRoutes(services, await createI18n()), { initialEntries: ['/'] })
  close = () => {
    router.dispose()
    services.session.close()
    services.queries.clear()
  }
  return async (path: string) => {
    await router.navigate(path)
    // The router keeps a component as the element that it will draw.
    const screen = router.state.matches.at(-1)?.route.element
    return { at: router.state.location.pathname, isMissing: isValidElement(screen) && screen.type === NotFoundPage }
  }
}

describe('a visitor at a page for accounts', () => {
  const at = (path: string, options?: typeof buildOptions) => {
    const services = createServices({ fetch: createFakeApi().fetch })
    close = () => services.session.close()
    const request = new Request(`http://localhost${path}`)
    return createGates(services, options).session({ request, params: {}, context: {} } as never)
  }
  it('goes home, as the option is off [ID-008]', async () => {
    expect(buildOptions.redirectNotLoggedToLogin).toBe(false)
    expect((await at('/mystuff'))?.headers.get('location')).toBe('/')
  })

  it('goes to the login, which leads back, where the build says so [ID-008] [ID-009]', async () => {
    const reply = await at('/products/telon/checkout?code=1', { ...buildOptions, redirectNotLoggedToLogin: true })
    expect(reply?.headers.get('location')).toBe('/login?next=%2Fproducts%2Ftelon%2Fcheckout%3Fcode%3D1')
  })
})

describe('the table of addresses', () => {
  it.each(Object.keys(people) as (keyof typeof people)[])(
    'leads %s where the specification says [ID-001] [ID-002] [ID-007] [ID-010] [ID-011] [ID-012] [ID-046] [ID-047]',
    async (who) => {
      const go = await open(people[who])
      const column = 1 + Object.keys(people).indexOf(who)
      for (const line of expected) {
        const [path = ''] = line
        const wanted = line[column]
        const { at } = await go(path)
        expect([path, at]).toEqual([path, wanted === '·' ? path : wanted])
      }
    },
  )

  it('holds nothing that the expectation does not name', async () => {
    const pattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}$`)
    const unnamed = routes
      .map((row) => row.path)
      .filter((path) => path !== '/logout' && !expected.some(([at = '']) => pattern(path).test(at)))
    expect(unnamed).toEqual([])
  })

  it('has a screen where it says so and a not-found page behind the gate everywhere else', async () => {
    const go = await open(people.administrator)
    for (const row of routes) {
      if (row.gate === 'visitor' || row.gate === 'recovery' || row.path === '/logout' || row.to !== undefined || row.path.includes('*'))
        continue
      const path = row.path.replaceAll(/:\w+/g, 'aaaaaaaaaaaaaaaaaaaaaaaa')
      const { isMissing } = await go(path)
      expect([path, isMissing]).toEqual([path, !isBuilt(row.path as RoutePath)])
    }
  })
})
