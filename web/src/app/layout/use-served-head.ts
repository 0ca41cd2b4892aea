import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Of the page that the server sent, and wrong on every other: programs read it once, people walk on. */
const served = [
  'link[rel="canonical"]',
  'link[rel="alternate"][hreflang]',
  'script[type="application/ld+json"]',
  'meta[property="og:url"]',
].join(', ')

/** Takes the first page's address, languages and schema.org data away as soon as another page is shown. */
export function useServedHead(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname === firstPath) return
    for (const element of document.head.querySelectorAll(served)) element.remove()
    // From here on pages come in with their own movement; the first one was there already.
    delete document.documentElement.dataset['first']
  }, [pathname])
}

const firstPath = location.pathname
