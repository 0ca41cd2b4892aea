import type { HtmlTagDescriptor, Plugin } from 'vite'

interface PreloadOptions {
  /** Part of the font file's name: the letters of the first paint. */
  font: string
  /** Source files of dynamic imports that every visit needs at once. */
  modules: string[]
  /** Words that every visit needs, `{language}` in the place of the language. */
  words: string
  /** Needs of single pages, for `public/early.js`. */
  pages: EarlyPage[]
}

interface EarlyPage {
  /** Pattern of the address; its group replaces `{slug}`. */
  path: string
  module: string
  words: string
  /** Request to the api for a visitor. */
  data?: string
}

const languages = ['es', 'en', 'pt']

/**
 * Preloads the needs of the first page: the font (titles do not jump between fonts) and the chunks that the shell
 * imports first.
 */
export function preload({ font, modules, words, pages }: PreloadOptions): Plugin {
  let base = '/'
  return {
    name: 'preload',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const fontFile = Object.keys(bundle).find((file) => file.includes(font) && file.endsWith('.woff2'))
        if (!fontFile) throw new Error(`no font file named ${font} in the bundle`)
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const collect = (file: string, into: Set<string>) => {
          if (into.has(file)) return
          into.add(file)
          for (const imported of chunks.find((chunk) => chunk.fileName === file)?.imports ?? []) collect(imported, into)
        }
        const filesOf = (module: string): Set<string> => {
          const chunk = chunks.find((candidate) => candidate.facadeModuleId?.endsWith(module))
          if (!chunk) throw new Error(`no chunk for ${module} in the bundle`)
          const files = new Set<string>()
          collect(chunk.fileName, files)
          return files
        }
        const wanted = new Set(modules.flatMap((module) => [...filesOf(module)]))
        const wordsOf = (pattern: string) =>
          Object.fromEntries(
            languages.map((language) => [language, [...filesOf(pattern.replace('{language}', language))].map((file) => `${base}${file}`)]),
          )
        const early = {
          words: wordsOf(words),
          pages: pages.map((page) => ({
            path: page.path,
            files: [...filesOf(page.module)].filter((file) => !wanted.has(file)).map((file) => `${base}${file}`),
            words: wordsOf(page.words),
            ...(page.data === undefined ? {} : { data: page.data }),
          })),
        }
        const shell = chunks.find((chunk) => chunk.isEntry)
        const tags: HtmlTagDescriptor[] = [...wanted]
          .filter((file) => file !== shell?.fileName && !shell?.imports.includes(file))
          .map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: '', href: `${base}${file}` }, injectTo: 'head' }))
        // Data and no code: the page's policy has nothing to say about it. Before everything else, because what it asks
        // for is on the longest way.
        const scripts = `<script type="application/json" id="early">${JSON.stringify(early)}</script>\n    <script src="${base}early.js" nonce="__CSP_NONCE__"></script>\n    `
        const first = html.indexOf('<link rel="stylesheet"')
        if (first < 0) throw new Error('index.html has no stylesheet to stand before')
        const hints: HtmlTagDescriptor[] = [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `${base}${fontFile}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          },
          ...tags,
        ]
        return { html: `${html.slice(0, first)}${scripts}${html.slice(first)}`, tags: hints }
      },
    },
  }
}
