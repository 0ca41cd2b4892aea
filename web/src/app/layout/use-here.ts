import { useLocation } from 'react-router'

/** The address of this page inside the site: where a login leads back to. */
export function useHere(): string {
  const { pathname, search, hash } = useLocation()
  return `${pathname}${search}${hash}`
}
