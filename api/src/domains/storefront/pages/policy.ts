export interface PageReader {
  isAdmin: boolean
  isJournalist: boolean
}

/** The press area is absent to everybody else (ID-045); administrators see what is not published yet. */
export function isVisible(page: { is_published: boolean; audience: 'everybody' | 'journalists' }, reader: PageReader | null): boolean {
  if (reader?.isAdmin) return true
  return page.is_published && (page.audience === 'everybody' || reader?.isJournalist === true)
}
