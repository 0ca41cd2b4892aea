import { Navigate, Outlet } from 'react-router'
import { paths } from '../../config/paths.ts'
import { useSession } from '../../lib/services.ts'
import { useHere } from './use-here.ts'

/** The loader let an account in; should its session end while the page is open, the way leads through the login back to here. */
export function AccountOnly() {
  const session = useSession()
  const here = useHere()
  if (session.status === 'anonymous') return <Navigate replace to={session.expired ? paths.login(here) : paths.home} />
  return <Outlet />
}
