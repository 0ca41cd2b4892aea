import { useEffect } from 'react'

export interface DocumentMeta {
  /** Without the site's name; undefined while it is not known yet. */
  title: string | undefined
  description?: string | undefined
  imageUrl?: string | null | undefined
  /** Pages that mean nothing to others (a login, somebody's tickets) stay out of search engines. */
  noIndex?: boolean
}

const siteName = 'e-events'

/** The tab's title and what a shared link shows, for as long as the page is open. */
export function useDocumentMeta({ title, description, imageUrl, noIndex = false }: DocumentMeta): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = title === siteName ? siteName : `${title} · ${siteName}`
    setMeta('property', 'og:title', title)
  }, [title])
  useEffect(() => {
    if (description === undefined) return
    setMeta('name', 'description', description)
    setMeta('property', 'og:description', description)
  }, [description])
  useEffect(() => setMeta('property', 'og:image', imageUrl ? new URL(imageUrl, location.href).href : null), [imageUrl])
  useEffect(() => setMeta('name', 'robots', noIndex ? 'noindex' : null), [noIndex])
}

function setMeta(attribute: 'name' | 'property', key: string, content: string | null): void {
  const known = document.head.querySelector(`meta[${attribute}="${key}"]`)
  if (content === null) {
    known?.remove()
    return
  }
  const meta = known ?? document.head.appendChild(document.createElement('meta'))
  meta.setAttribute(attribute, key)
  meta.setAttribute('content', content)
}
