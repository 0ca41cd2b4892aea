/** The only place that knows addresses. `next` is where a login leads back to. */
export const paths = {
  home: '/',
  section: (rail: 'live' | 'upcoming' | 'vod') => `/#${rail}`,
  login: (next?: string) => (next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  logout: '/logout',
  product: (slug: string) => `/products/${slug}`,
  player: (slug: string) => `/player/${slug}`,
  myProducts: '/mystuff/products',
  /** Another application behind the same gateway: a plain link, never a route. */
  studio: '/studio/',
} as const

/** A `next` is followed only inside this site: `//host` and `https:` would lead a freshly logged-in user away. */
export function safeNext(next: string | null): string {
  if (!next || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return paths.home
  return next.startsWith('/login') || next.startsWith('/logout') ? paths.home : next
}
