import { readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = readFileSync(path.join(import.meta.dirname, '../../public/early.js'), 'utf8')
const table = {
  words: { es: ['/es.js'], en: ['/en.js'], pt: ['/pt.js'] },
  pages: [
    {
      path: '^/products/([a-z0-9-]+)$',
      files: ['/product.js'],
      words: { es: ['/product-es.js'], en: ['/product-en.js'], pt: ['/product-pt.js'] },
      data: '/api/products/{slug}?language={language}',
    },
  ],
}

/** The head holds the styles of other tests, too. */
function clear(): void {
  for (const tag of document.head.querySelectorAll('link, #early')) tag.remove()
}

/** Requests of the page at this address before its code runs. */
function hints(address: string): string[] {
  history.replaceState(null, '', address)
  const data = document.createElement('script')
  data.id = 'early'
  data.type = 'application/json'
  data.textContent = JSON.stringify(table)
  document.head.append(data)
  vm.runInThisContext(script)
  return [...document.head.querySelectorAll('link')].map((link) => `${link.rel} ${link.getAttribute('href') ?? ''}`)
}

describe('what is asked for early', () => {
  beforeEach(clear)
  afterEach(() => {
    clear()
    history.replaceState(null, '', '/')
  })

  it('is the words alone where nothing is known of the page', () => {
    expect(hints('/somewhere/else')).toEqual(['modulepreload /es.js'])
  })

  it('is code, words and data of the page in the stored language, or in the one that a link asks for', () => {
    localStorage.setItem('e-events.language', 'pt')
    const inLanguage = (language: string) => [
      `modulepreload /${language}.js`,
      'modulepreload /product.js',
      `modulepreload /product-${language}.js`,
      `preload /api/products/telon?language=${language}`,
    ]
    expect(hints('/products/telon')).toEqual(inLanguage('pt'))
    clear()
    expect(hints('/products/telon?lang=en')).toEqual(inLanguage('en'))
  })

  it('leaves the data of an account to the request that carries its token', () => {
    localStorage.setItem('e-events.session', '1')
    expect(hints('/products/telon').some((hint) => hint.startsWith('preload'))).toBe(false)
  })

  it('does no harm without its table', () => {
    vm.runInThisContext(script)
    expect(document.head.querySelectorAll('link')).toHaveLength(0)
  })
})
