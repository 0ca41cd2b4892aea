import { accessCodeText } from '@e-events/shared/contract/catalogue/products.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import type { i18n } from 'i18next'
import type { ComponentType } from 'react'
import { redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { paths } from '../config/paths.ts'
import { channelPageQuery, channelProductsQuery } from '../features/catalogue/channels/queries.ts'
import { heroArt } from '../features/storefront/home/hero-art.ts'
import { preloadHero } from '../features/storefront/home/preload-hero.ts'
import { homeQuery, sectionPageQuery } from '../features/storefront/home/queries.ts'
import { postQuery } from '../features/catalogue/posts/queries.ts'
import { productQuery } from '../features/catalogue/products/queries.ts'
import { speakerPageQuery } from '../features/catalogue/speakers/queries.ts'
import { toLanguage } from '../lib/language.ts'
import type { Services } from '../lib/services.ts'
import { closedDoor } from '../lib/closed-door.ts'
import { closedDoorOf } from './closed-door-of.ts'
import { prepareArt } from './first-frame/app-art.ts'
import { settled } from './first-frame/take-over.ts'
import { createGates } from './gates.ts'
import { RootLayout } from './layout/root-layout.tsx'
import { AccountOnly, BackOfficeArea, ModuleOnly } from './layout/route-groups.tsx'
import { StoreLayout, type RouteHandle } from './layout/store-layout.tsx'
import { frameOf, routes, type BuiltPath, type Frame, type RouteRow } from './route-table.ts'
import { CrashPage } from './routes/crash.tsx'
import { NotFoundPage } from './routes/not-found.tsx'
import { productScreens } from './routes/account/catalogue/product-screens.ts'
import { Splash } from './splash.tsx'

interface PageModule {
  Component: ComponentType
}

/** Screen of a row of the table. */
interface Screen extends Pick<RouteObject, 'lazy' | 'Component' | 'handle'> {
  /** Runs after the gate: asks the api while the page's code is on its way. */
  prepare?: (args: LoaderFunctionArgs) => Promise<unknown>
  /** In place of the gate. */
  enter?: () => Promise<Response>
}

const over: RouteHandle = { bar: 'over' }

/**
 * Every page is a chunk of its own and arrives together with its words; what it will ask the api is asked meanwhile.
 */
export function createRoutes(services: Services, words: i18n): RouteObject[] {
  const gates = createGates(services)
  const { api, queries } = services
  const language = () => toLanguage(words.language)
  const page = (load: () => Promise<PageModule>, ...namespaces: string[]) => ({
    lazy: async () => {
      const [module] = await Promise.all([load(), words.loadNamespaces(namespaces)])
      return { Component: module.Component }
    },
  })

  /** A guide is shown with its words, so that an address with an anchor finds its place. */
  const help = (load: () => Promise<PageModule>, ...namespaces: string[]) =>
    page(
      async () => {
        const { helpQuery } = await import('../features/guidance/help/queries.ts')
        const [module] = await Promise.all([load(), queries.prefetchQuery(helpQuery(language()))])
        return module
      },
      'help',
      ...namespaces,
    )

  const preloadFirst = ({ sections }: { sections: readonly ShownSection[] }) => {
    preloadHero(sections)
    const [first] = sections
    return first?.type === 'hero' && heroArt(first) ? prepareArt() : undefined
  }
  const sectionPage = (kind: 'store' | 'page'): Screen => ({
    prepare: ({ params }) => {
      const query = sectionPageQuery(api, { kind, slug: params['slug'] ?? '', language: language() })
      return queries.fetchQuery(query).then(preloadFirst, () => undefined)
    },
    ...page(async () => ({ Component: (await import('./routes/section-page/section-page.tsx')).screens[kind] }), 'home'),
  })

  const productPage: Screen = {
    prepare: ({ params, request }) => {
      const code = accessCodeText.safeParse(new URL(request.url).searchParams.get('code')).data
      const query = productQuery(api, { slug: params['slug'] ?? '', language: language(), code })
      return queries.fetchQuery(query).then(
        ({ heroUrl, posterUrl }) => ((heroUrl ?? posterUrl) ? undefined : prepareArt()),
        () => undefined,
      )
    },
    ...page(() => import('./routes/product/product.tsx'), 'reminders', 'saved', 'products', 'stock', 'shipping'),
  }

  /** One for each row of the table that is marked as built; the compiler finds what is missing or too much. */
  const screens: Record<BuiltPath, Screen> = {
    '/': {
      handle: over,
      prepare: () => queries.fetchQuery(homeQuery(api, language())).then(preloadFirst, () => undefined),
      ...page(() => import('./routes/home/home.tsx'), 'home'),
    },
    '/store/:slug': sectionPage('store'),
    '/page/:slug': sectionPage('page'),
    '/products/:slug': productPage,
    '/certificates/:id': page(() => import('./routes/certificate/certificate.tsx'), 'certificates'),
    '/courses/:slug': page(() => import('./routes/learning/course.tsx'), 'courses', 'certificates', 'products'),
    '/courses/:slug/lessons/:id': page(() => import('./routes/learning/lesson.tsx'), 'courses', 'player', 'problems', 'room'),
    '/masters/:slug': page(() => import('./routes/learning/master.tsx'), 'courses', 'certificates', 'products'),
    '/meets/:slug/recordings/:id': page(() => import('./routes/meets/recording.tsx'), 'room', 'player'),
    '/meets/:slug': page(() => import('./routes/meets/meet.tsx'), 'room', 'chat', 'recordings'),
    '/datasheet/:slug': page(() => import('./routes/datasheet/datasheet.tsx'), 'datasheets', 'reminders', 'products', 'stock', 'shipping'),
    '/shop': page(() => import('./routes/shop/shop.tsx'), 'shop', 'search', 'subscriptions'),
    '/search-results': page(() => import('./routes/search/search.tsx'), 'search'),
    '/schedule': page(() => import('./routes/schedule/schedule.tsx'), 'schedule'),
    '/schedule/:productSlug/section/:sectionId': page(() => import('./routes/schedule/section.tsx'), 'schedule'),
    '/help': help(() => import('./routes/help/help.tsx'), 'tutorials'),
    '/help/tutorials': page(() => import('./routes/help/tutorials.tsx'), 'help', 'tutorials'),
    '/help/tutorials/:tutorial': page(() => import('./routes/help/tutorials.tsx'), 'help', 'tutorials'),
    '/help/:category': help(() => import('./routes/help/help-category.tsx')),
    '/help/:category/:section': help(() => import('./routes/help/help-section.tsx')),
    '/page/producers': { handle: over, ...page(() => import('./routes/producers/producers.tsx'), 'landing') },
    '/aviso-legal': page(async () => {
      const { legalQuery } = await import('../features/settings/legal/queries.ts')
      const [module] = await Promise.all([import('./routes/legal/legal.tsx'), queries.prefetchQuery(legalQuery(language()))])
      return module
    }, 'legal'),
    '/login': page(() => import('./routes/login/login.tsx'), 'identity'),
    '/logup': page(() => import('./routes/logup/logup.tsx'), 'identity'),
    '/recovery-password': page(() => import('./routes/recovery/recovery.tsx'), 'identity'),
    '/reset-password/:token': page(() => import('./routes/reset/reset.tsx'), 'identity'),
    '/activate/:token': page(() => import('./routes/activate/activate.tsx'), 'identity'),
    '/confirm-email/:token': page(() => import('./routes/confirm-email/confirm-email.tsx'), 'identity'),
    '/account/my-data': page(() => import('./routes/my-data/my-data.tsx'), 'account', 'paying'),
    '/users/:id': page(() => import('./routes/profile/profile.tsx'), 'account'),
    '/logout': { enter: gates.logout, Component: Splash },
    '/player/:slug': page(() => import('./routes/player/player.tsx'), 'player', 'problems'),
    '/rehearsals/:key': page(() => import('./routes/player/rehearsal.tsx'), 'player'),
    '/posts/:slug': {
      prepare: ({ params }) => queries.prefetchQuery(postQuery(api, { slug: params['slug'] ?? '', language: language() })),
      ...page(() => import('./routes/posts/post.tsx'), 'posts'),
    },
    '/channels/:slug': {
      prepare: ({ params }) => {
        const by = { slug: params['slug'] ?? '', language: language() }
        return Promise.all([queries.prefetchQuery(channelPageQuery(api, by)), queries.prefetchInfiniteQuery(channelProductsQuery(api, by))])
      },
      ...page(() => import('./routes/channel/channel.tsx'), 'channels', 'podcasts', 'subscriptions'),
    },
    '/speakers/:slug': {
      prepare: ({ params }) => queries.prefetchQuery(speakerPageQuery(api, { slug: params['slug'] ?? '', language: language() })),
      ...page(() => import('./routes/speaker/speaker.tsx'), 'speakers'),
    },
    '/account/globalview': page(
      () => import('./routes/account/insight/globalview.tsx'),
      'overview',
      'channels',
      'first-steps',
      'tutorials',
      'usage',
    ),
    '/account/channels': page(() => import('./routes/account/catalogue/channels.tsx'), 'channels', 'first-steps', 'tours'),
    '/account/channels/:channelSlug': page(
      () => import('./routes/account/catalogue/channel.tsx'),
      'channels',
      'uploads',
      'product-list',
      'shipping',
      'subscriptions',
    ),
    '/account/speakers': page(() => import('./routes/account/catalogue/speakers.tsx'), 'speakers', 'uploads'),
    '/account/speakers/:id': page(() => import('./routes/account/catalogue/speaker.tsx'), 'speakers', 'uploads'),
    '/manage/channels': page(() => import('./routes/manage/catalogue/channels.tsx'), 'channels'),
    '/manage/channels/:channelSlug': page(
      () => import('./routes/manage/catalogue/channel.tsx'),
      'channels',
      'uploads',
      'product-list',
      'shipping',
      'subscriptions',
    ),
    '/manage/e-learning/lessons': page(() => import('./routes/manage/learning/lessons.tsx'), 'lesson-ratings'),
    '/manage/speakers': page(() => import('./routes/manage/catalogue/speakers.tsx'), 'speakers', 'uploads'),
    '/manage/speakers/:id': page(() => import('./routes/manage/catalogue/speaker.tsx'), 'speakers', 'uploads'),
    '/products/:slug/checkout': page(() => import('./routes/checkout/checkout.tsx'), 'checkout', 'gifts'),
    '/redeem': page(() => import('./routes/redeem/redeem.tsx'), 'home'),
    '/payments/orders/:id': page(() => import('./routes/payment/payment.tsx'), 'paying', 'identity'),
    '/payments/test/:id': page(() => import('./routes/test-payment/test-payment.tsx'), 'test-payments', 'identity'),
    '/account/sales': page(() => import('./routes/account/sales/sales.tsx'), 'sales-table', 'orders', 'refunds', 'problems'),
    '/account/salescode': page(() => import('./routes/account/sales/redeemed-codes.tsx'), 'redeemed-codes'),
    '/account/salesopportunity': page(() => import('./routes/account/insight/opportunities.tsx'), 'opportunities'),
    '/account/products/:productSlug/quality': page(() => import('./routes/account/insight/quality.tsx'), 'quality'),
    '/opt-out/:token': page(() => import('./routes/opt-out/opt-out.tsx'), 'identity'),
    '/account/shipping': page(() => import('./routes/account/sales/shipping.tsx'), 'shipping'),
    '/manage/sales': page(() => import('./routes/manage/sales/sales.tsx'), 'sales-table', 'orders'),
    '/manage/refunds': page(() => import('./routes/manage/sales/refunds.tsx'), 'refunds', 'problems'),
    '/mystuff/orders': page(() => import('./routes/mystuff/orders.tsx'), 'orders', 'gifts', 'refunds'),
    '/manage/taxes': page(() => import('./routes/manage/sales/taxes.tsx'), 'taxes'),
    '/account/payouts': page(() => import('./routes/account/sales/payouts.tsx'), 'payouts'),
    '/account/prepaid': page(() => import('./routes/account/sales/prepaid.tsx'), 'usage'),
    '/manage/payouts': page(() => import('./routes/manage/sales/payouts.tsx'), 'payouts'),
    '/mystuff/subscriptions': page(() => import('./routes/mystuff/subscriptions.tsx'), 'subscriptions', 'orders', 'checkout'),
    '/channels/:slug/subscription': page(() => import('./routes/subscription/subscription.tsx'), 'subscriptions', 'checkout'),
    '/subscription': page(() => import('./routes/subscription/subscription.tsx'), 'subscriptions', 'checkout'),
    '/mystuff/products': page(() => import('./routes/mystuff/products.tsx'), 'certificates', 'tickets', 'podcasts', 'courses', 'saved'),
    ...productScreens(page),
    '/manage/manage-users': page(() => import('./routes/manage/people/manage-users.tsx'), 'users'),
    '/manage/notifications': page(() => import('./routes/manage/engagement/notifications.tsx'), 'notifications', 'users'),
    '/manage/home': page(() => import('./routes/manage/storefront/home-editor.tsx'), 'section-editor', 'home', 'uploads'),
    '/manage/pages': page(() => import('./routes/manage/storefront/pages.tsx'), 'pages'),
    '/manage/pages/:id': page(() => import('./routes/manage/storefront/page-editor.tsx'), 'section-editor', 'pages', 'home', 'uploads'),
    '/manage/store/entity/:slug': page(() => import('./routes/manage/storefront/entity-editor.tsx'), 'section-editor', 'home', 'uploads'),
    '/manage/config-admin': page(() => import('./routes/manage/settings/config-admin.tsx'), 'site-config'),
    '/manage/modules': page(() => import('./routes/manage/settings/modules.tsx'), 'site-config'),
    '/manage/modules/login': page(() => import('./routes/manage/settings/login-settings.tsx'), 'site-config'),
    '/manage/modules/media-pay': page(() => import('./routes/manage/settings/media-pay.tsx'), 'site-config'),
  }
  const screenOf = (path: string): Screen | undefined => (Object.hasOwn(screens, path) ? screens[path as BuiltPath] : undefined)

  function toRoute(row: RouteRow): RouteObject {
    const { prepare, enter, ...screen }: Screen = screenOf(row.path) ?? { Component: NotFoundPage }
    const loader = async (args: LoaderFunctionArgs) => {
      const sentAway = await (enter ?? gates[row.gate])(args)
      if (sentAway && services.session.get().status === 'anonymous' && sentAway.headers.get('location') === paths.home && !enter) {
        const door = await closedDoorOf(row, args, { api, queries, language: language() })
        closedDoor.show(door)
        return redirect(door.at)
      }
      if (sentAway) return sentAway
      if (row.to !== undefined) return redirect(`${row.to}${new URL(args.request.url).search}`)
      if (prepare) await settled(prepare(args))
      return null
    }
    const { module } = row
    const route: RouteObject = { path: row.path, loader, ...screen }
    // A module that is off hides a screen; an address without one is not there anyway.
    return module && screenOf(row.path)
      ? { Component: () => <ModuleOnly module={module} instead={row.instead} />, children: [route] }
      : route
  }

  const rowsOf = (frame: Frame, isMeant: (row: RouteRow) => boolean) =>
    routes.filter((row) => frameOf(row) === frame && isMeant(row)).map(toRoute)
  const isOpen = ({ gate }: RouteRow) => gate === 'public' || gate === 'visitor' || gate === 'recovery'
  const isBackOffice = ({ path }: RouteRow) => /^\/(account|manage)(\/|$)/.test(path)
  /** Pages of accounts see to it that a session which ends takes them away. */
  const ofAccounts = (children: RouteObject[]): RouteObject => ({ Component: AccountOnly, children })

  return [
    {
      Component: RootLayout,
      ErrorBoundary: CrashPage,
      HydrateFallback: Splash,
      children: [
        {
          Component: StoreLayout,
          children: [
            {
              // A page that breaks leaves the frame, and with it the way out, standing.
              ErrorBoundary: CrashPage,
              children: [
                ...rowsOf('store', isOpen),
                ofAccounts([
                  ...rowsOf('store', (row) => !isOpen(row) && !isBackOffice(row)),
                  { Component: BackOfficeArea, children: rowsOf('store', (row) => !isOpen(row) && isBackOffice(row)) },
                ]),
              ],
            },
          ],
        },
        ...rowsOf('bare', isOpen),
        ofAccounts(rowsOf('bare', (row) => !isOpen(row))),
        ofAccounts([
          {
            ...page(async () => ({ Component: (await import('./layout/account-layout.tsx')).AccountLayout }), 'manage', 'notifications'),
            children: [{ ErrorBoundary: CrashPage, children: rowsOf('account', () => true) }],
          },
          {
            ...page(async () => ({ Component: (await import('./layout/manage-layout.tsx')).ManageLayout }), 'manage', 'notifications'),
            children: [{ ErrorBoundary: CrashPage, children: rowsOf('manage', () => true) }],
          },
        ]),
      ],
    },
  ]
}
