import type { HtmlTagDescriptor, Plugin } from 'vite'

interface PreloadOptions {
  /** Part of the font file's name: the letters of the first paint. */
  font: string
  /** Source files of dynamic imports that every visit needs at once. */
  modules: string[]
}

/** What the first page needs is asked for with it: the font (titles do not jump between fonts) and the chunks that the shell imports first. */
export function preload({ font, modules }: PreloadOptions): Plugin {
  let base = '/'
  return {
    name: 'preload',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const fontFile = Object.keys(bundle).find((file) => file.includes(font) && file.endsWith('.woff2'))
        if (!fontFile) throw new Error(`no font file named ${font} in the bundle`)
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const wanted = new Set<string>()
        const collect = (file: string) => {
          if (wanted.has(file)) return
          wanted.add(file)
          for (const imported of chunks.find((chunk) => chunk.fileName === file)?.imports ?? []) collect(imported)
        }
        for (const module of modules) {
          const chunk = chunks.find((candidate) => candidate.facadeModuleId?.endsWith(module))
          if (!chunk) throw new Error(`no chunk for ${module} in the bundle`)
          collect(chunk.fileName)
        }
        const shell = chunks.find((chunk) => chunk.isEntry)
        const tags: HtmlTagDescriptor[] = [...wanted]
          .filter((file) => file !== shell?.fileName && !shell?.imports.includes(file))
          .map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: '', href: `${base}${file}` }, injectTo: 'head' }))
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `${base}${fontFile}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head',
          },
          ...tags,
        ]
      },
    },
  }
}
