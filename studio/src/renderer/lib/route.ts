import { useSyncExternalStore } from 'react'

/** The desk's address survives a reload and a crash; two screens need no router. */
export type Route = { screen: 'products' } | { screen: 'desk'; slug: string }

export function parseRoute(hash: string): Route {
  const match = /^#\/desk\/([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(hash)
  return match?.[1] ? { screen: 'desk', slug: match[1] } : { screen: 'products' }
}

export const hrefTo = (route: Route): string => (route.screen === 'desk' ? `#/desk/${route.slug}` : '#/')

export function goTo(route: Route): void {
  window.location.hash = hrefTo(route)
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  return parseRoute(hash)
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
