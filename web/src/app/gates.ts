import { redirect, type LoaderFunctionArgs } from 'react-router'
import { buildOptions } from '../config/env.ts'
import { paths, safeNext } from '../config/paths.ts'
import type { Services } from '../lib/services.ts'

/** Who may come in, decided before a page's code is even fetched. The server decides again on every call. */
export function createGates({ session }: Pick<Services, 'session'>) {
  const isLoggedIn = async () => {
    await session.ready
    return session.get().status === 'authenticated'
  }
  const sendVisitorAway = (request: Request) => {
    const { pathname, search } = new URL(request.url)
    return redirect(buildOptions.redirectNotLoggedToLogin ? paths.login(`${pathname}${search}`) : paths.home)
  }
  return {
    /** Pages for accounts: visitors go to the home page (or to the login, where the build says so). */
    account: async ({ request }: LoaderFunctionArgs) => ((await isLoggedIn()) ? null : sendVisitorAway(request)),
    /** The login has nothing for somebody who is logged in. */
    visitor: async ({ request }: LoaderFunctionArgs) =>
      (await isLoggedIn()) ? redirect(safeNext(new URL(request.url).searchParams.get('next'))) : null,
    /** An unknown path is a not-found page for an account and the home page for a visitor. */
    unknown: async ({ request }: LoaderFunctionArgs) => ((await isLoggedIn()) ? null : sendVisitorAway(request)),
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
