import { hasRole, isAdmin } from '@e-events/shared/domain/roles.ts'
import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { redirect, type LoaderFunctionArgs } from 'react-router'
import { buildOptions } from '../config/env.ts'
import { paths, safeNext } from '../config/paths.ts'
import type { Services } from '../lib/services.ts'
import type { Gate } from './route-table.ts'

type Answer = Promise<Response | null>

const isOrganizer = ({ roles }: SessionUser) => hasRole(roles, 'PRODUCER')

/** Who may come in, decided before a page's code is even fetched. The server decides again on every call. */
export function createGates(
  { session }: Pick<Services, 'session'>,
  options = buildOptions,
): Record<Gate, (args: LoaderFunctionArgs) => Answer> & {
  logout: () => Promise<Response>
} {
  const currentUser = async (): Promise<SessionUser | undefined> => {
    await session.ready
    const state = session.get()
    return state.status === 'authenticated' ? state.user : undefined
  }
  const sendVisitorAway = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    return redirect(options.redirectNotLoggedToLogin ? paths.login(`${pathname}${search}`) : paths.home)
  }
  /** An administrator without the second factor that the site asks for does nothing before it is there. */
  const leadToSecondFactor = (user: SessionUser, request: Request) => {
    const waits = user.lacksTwoFactor === true && isAdmin(user.roles)
    return waits && new URL(request.url).pathname !== paths.myData ? redirect(paths.myData) : null
  }
  /** Nobody is logged out by a gate: an account that may not come in is led to where it belongs. */
  const accounts =
    (mayEnter: (user: SessionUser) => boolean, elsewhere: string) =>
    async ({ request }: LoaderFunctionArgs): Answer => {
      const user = await currentUser()
      if (!user) return sendVisitorAway(request)
      return leadToSecondFactor(user, request) ?? (mayEnter(user) ? null : redirect(elsewhere))
    }
  return {
    // Nobody waits for a session here: an administrator who just logged in has one.
    public: ({ request }) => {
      const state = session.get()
      return Promise.resolve(state.status === 'authenticated' ? leadToSecondFactor(state.user, request) : null)
    },
    visitor: async ({ request }) => {
      const { searchParams } = new URL(request.url)
      // Back from another provider, whose answer the server turned into a session.
      if (searchParams.has('signed-in')) await session.adopt()
      return (await currentUser()) ? redirect(safeNext(searchParams.get('next'))) : null
    },
    recovery: async () => ((await currentUser()) ? redirect(paths.myData) : null),
    session: accounts(() => true, paths.home),
    producer: accounts(isOrganizer, paths.myData),
    editor: accounts(isOrganizer, paths.home),
    admin: accounts(({ roles }) => isAdmin(roles), paths.home),
    logout: async () => {
      try {
        await session.logout()
      } catch {
        // The server could not be told; the session is forgotten here all the same and its token expires by itself.
      }
      return redirect(paths.home)
    },
  }
}
