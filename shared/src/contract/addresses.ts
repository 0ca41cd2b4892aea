/** Where the api stands on its origin: endpoints lie below it. */
export const apiBase = '/api'

/** Files of the api, before their ids. */
export const filesBase = `${apiBase}/files/`

// Doors of the api that are no endpoints: a browser or another program goes there by itself.

/** A stored file: `GET`, with `?w=` for a picture's width. */
export const fileAddress = (id: string): string => `${filesBase}${id}`

/** Where a log-in with another provider begins: a page load. */
export const socialLoginAddress = (provider: string, query: string): string =>
  `${apiBase}/auth/social/${encodeURIComponent(provider)}?${query}`

/** The public feed of a channel, for podcast apps and readers. */
export const channelFeedAddress = (slug: string, language: string): string =>
  `${apiBase}/channels/${encodeURIComponent(slug)}/feed.xml?language=${encodeURIComponent(language)}`
