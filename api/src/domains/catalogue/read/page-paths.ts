/** Where the web shows things to everybody: for calendars, mails, sitemaps and the heads of pages. */
export const pagePaths = {
  home: '/',
  product: (slug: string) => `/products/${slug}`,
  channel: (slug: string) => `/channels/${slug}`,
  speaker: (slug: string) => `/speakers/${slug}`,
  page: (slug: string) => `/page/${slug}`,
  entity: (slug: string) => `/store/${slug}`,
  post: (slug: string) => `/posts/${slug}`,
  schedule: '/schedule',
  scheduleSection: (productSlug: string, id: string) => `/schedule/${productSlug}/section/${id}`,
} as const
