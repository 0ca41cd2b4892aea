// What a page will ask for is told by its address and language alone; asking now saves the round trips of finding out one file after the other. The table
// stands in the page (web/build/preload.ts). Everything here is a hint: without it, the page loads the same.
{
  /** @param {string} key */
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const asked = new URLSearchParams(location.search).get('lang') ?? read('e-events.language') ?? ''
  const language = ['es', 'en', 'pt'].includes(asked) ? asked : 'es'
  /** @type {{ words: Record<string, string[]>, pages: { path: string, files: string[], words: Record<string, string[]>, data?: string }[] }} */
  const table = /** @type {never} */ (JSON.parse(document.getElementById('early')?.textContent ?? '{"words":{},"pages":[]}'))
  const page = table.pages.map((row) => ({ row, match: new RegExp(row.path).exec(location.pathname) })).find(({ match }) => match)
  /** @param {Record<string, string>} attributes */
  const hint = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes))
  for (const href of [...(table.words[language] ?? []), ...(page?.row.files ?? []), ...(page?.row.words[language] ?? [])])
    hint({ rel: 'modulepreload', href, crossOrigin: '' })
  // With a session the answer may be another one, and its request carries a token.
  if (page?.row.data && read('e-events.session') !== '1') {
    const href = page.row.data.replace('{slug}', page.match?.[1] ?? '').replace('{language}', language)
    hint({ rel: 'preload', as: 'fetch', href, crossOrigin: 'use-credentials' })
  }
}
