import { render, type RenderResult } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { auth } from '@e-events/shared/contract/people/auth.ts'
import { config, moduleIds, type ModuleId, type SiteConfig } from '@e-events/shared/contract/settings/config.ts'
import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { defaultLanguage, type Language } from '@e-events/shared/domain/language.ts'
import type { ChatListener, RealtimeMessage } from '@e-events/shared/client/realtime.ts'
import type { ChatEvent } from '@e-events/shared/realtime/chat-events.ts'
import type { UserNotification } from '@e-events/shared/realtime/notifications.ts'
import { Suspense, type ReactElement } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import { AppProviders } from '../app/providers.tsx'
import { SnackbarHost } from '../components/feedback/snackbar.tsx'
import { RouterLink } from '../components/navigation/router-link.tsx'
import { AppThemeProvider } from '@e-events/shared/ui/theme/app-theme-provider.tsx'
import { createI18n } from '../app/i18n.ts'
import { createRoutes } from '../app/router.tsx'
import { defaultModules, defaultSiteConfig } from '../features/settings/config/queries.ts'
import type { SystemMessage } from '@e-events/shared/client/notification-service.ts'
import { createServices, type Services } from '../lib/services.ts'
import { sessionHintKey } from '@e-events/shared/client/session.ts'
import { session } from './factories.ts'
import { createFakeApi, type FakeApi } from './fake-api.ts'

interface Options {
  at: string
  api?: FakeApi
  /** Whose refresh cookie the browser holds; nobody's by default. */
  user?: SessionUser
  language?: Language
  /** Every text as the pseudo-locale shows it. */
  pseudo?: boolean
  /** Switches of the site that are not as on a new one. */
  config?: Partial<SiteConfig>
  modules?: readonly ModuleId[]
  /** Shown at `at` instead of the page there: one part of a screen by itself. */
  part?: ReactElement
  /** With its style sheets, for tests that look at what is hidden, or where: they take twice the time. */
  styled?: boolean
  /** Spreads what many tabs would do in the same instant; 0 in tests: at once. */
  random?: () => number
}

export interface RenderedApp extends RenderResult {
  api: FakeApi
  services: Services
  user: UserEvent
  router: ReturnType<typeof createMemoryRouter>
  /** Pushes of the server. */
  push: (event: RealtimeMessage) => void
  /** Pushes to the chats that are open here; their connection breaks, and is back. */
  pushChat: (event: ChatEvent) => void
  breakChat: (isBack: boolean) => void
  /** Pushes of the notification service to everybody, and to this account. */
  tell: (message: SystemMessage) => void
  tellUser: (message: UserNotification) => void
  /** This browser asks to be counted among the viewers of a product. */
  isCounted: (productSlug: string) => boolean
  /** The server has let this browser into the rooms of products that it asked for. */
  joinRooms: () => void
  /** The notification service is there again after a break. */
  reconnect: () => void
}

/** The whole app at an address: real router, real pages, real words; only the network is played by the contract. */
export async function renderApp({
  at,
  api = createFakeApi(),
  user,
  language: given,
  pseudo = false,
  part,
  styled = false,
  random = () => 0,
  ...site
}: Options): Promise<RenderedApp> {
  const language = given ?? user?.language ?? defaultLanguage
  if (user) {
    localStorage.setItem(sessionHintKey, '1')
    // Somebody who has the page in the language of the test has it in their account, too.
    api.on(auth.refresh, () => session({ ...user, language: given ?? user.language }))
  }
  if (!api.answers(config.get)) api.on(config.get, () => ({ ...defaultSiteConfig, ...site.config }))
  if (!api.answers(products.related)) api.on(products.related, () => ({ items: [] }))
  if (!api.answers(config.playback)) api.on(config.playback, () => ({ playbacksPerTicket: 1 }))
  if (!api.answers(config.realtime)) api.on(config.realtime, () => ({ apiKey: 'key-of-the-service' }))
  if (!api.answers(config.modules))
    api.on(config.modules, () => ({ modules: moduleIds.map((id) => ({ id, active: (site.modules ?? defaultModules).includes(id) })) }))
  const listeners = new Set<(event: RealtimeMessage) => void>()
  const chats = new Set<ChatListener>()
  const rooms = new Set<{ productSlug: string; playing: boolean; onJoined: (() => void) | undefined }>()
  const system = new Set<(message: SystemMessage) => void>()
  const personal = new Set<(message: UserNotification) => void>()
  const reconnected = new Set<() => void>()
  const services = createServices({
    fetch: api.fetch,
    random,
    realtime: {
      on: (listener) => listen(listeners, listener),
      watch(productSlug, { playing = false, onJoined } = {}) {
        const room = { productSlug, playing, onJoined }
        rooms.add(room)
        return () => rooms.delete(room)
      },
      chat(_, listener) {
        chats.add(listener)
        listener.onJoined(true)
        return () => chats.delete(listener)
      },
      reconnect: () => undefined,
    },
    notices: {
      onSystem: (listener) => listen(system, listener),
      onUser: (listener) => listen(personal, listener),
      onReconnect: (listener) => listen(reconnected, listener),
      reconnect: () => undefined,
      close: () => undefined,
    },
  })
  services.queries.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } })
  // A session listens to the other tabs, answers are kept for minutes: both would outlive the test.
  onTestFinished(() => {
    services.session.close()
    services.queries.clear()
  })
  const words = await createI18n(language, pseudo)
  const router = createMemoryRouter(part ? [{ path: '*', element: withSnackbars(part) }] : createRoutes(services, words), {
    initialEntries: [at],
  })
  // jsdom reads every rule of a page again for every question about an element.
  const styleContainer = styled ? document.head : document.createElement('div')
  const rendered = render(
    <AppThemeProvider linkComponent={RouterLink} styleContainer={styleContainer}>
      <AppProviders services={services} words={words}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </AppProviders>
    </AppThemeProvider>,
  )
  return {
    ...rendered,
    api,
    services,
    router,
    // No pause between keys: on a busy machine each costs a turn of the event loop.
    user: userEvent.setup({ delay: null }),
    push: (event) => listeners.forEach((listener) => listener(event)),
    pushChat: (event) => chats.forEach(({ onEvent }) => onEvent(event)),
    breakChat: (isBack) => chats.forEach((chat) => (isBack ? chat.onJoined(true) : chat.onBreak())),
    joinRooms: () => rooms.forEach(({ onJoined }) => onJoined?.()),
    isCounted: (productSlug) => [...rooms].some((room) => room.productSlug === productSlug && room.playing),
    tell: (message) => system.forEach((listener) => listener(message)),
    tellUser: (message) => personal.forEach((listener) => listener(message)),
    reconnect: () => reconnected.forEach((listener) => listener()),
  }
}

function listen<T>(set: Set<T>, listener: T): () => void {
  set.add(listener)
  return () => set.delete(listener)
}

/** Pages have them from their layout. */
function withSnackbars(part: ReactElement): ReactElement {
  return (
    <>
      {part}
      <SnackbarHost />
    </>
  )
}
