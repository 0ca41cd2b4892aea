import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { firstFrameStyle } from './first-frame-style.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const languages = ['es', 'en', 'pt']
const nonce = 'nonce="__CSP_NONCE__"'

interface FirstFrameOptions {
  /** Draws the frame. */
  entry: string
  /** Part of the app that draws a picture where there is none. */
  art: string
  /** Scripts of `public` that run before the first paint. */
  early: string[]
  /** Texts that a frame may need, as `namespace:key`. */
  words: string[]
}

/**
 * Everything that the first paint needs stands in the page itself: one way to the server instead of two. The policy
 * lets it run by the nonce that gateway and nginx write into every page.
 */
export function firstFrame({ entry, art, early, words }: FirstFrameOptions): Plugin {
  return {
    name: 'first-frame',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle = {} }) => {
        let page = html
        for (const file of early)
          page = put(page, new RegExp(`<script src="/${file}"[^>]*></script>`), inlineScript(await bundleOf(`public/${file}`)))
        page = put(
          page,
          /<link rel="stylesheet" href="\/boot\.css"[^>]*>/,
          style(readFileSync(path.join(web, 'public/boot.css'), 'utf8') + firstFrameStyle),
        )
        for (const [tag, file = ''] of page.matchAll(/<link rel="stylesheet" crossorigin href="\/([^"]+)"[^>]*>/g)) {
          const css = bundle[file]
          if (css?.type !== 'asset') throw new Error(`no ${file} in the bundle`)
          // Parts of the app that know this file would wait for it; a link that is switched off tells them that it is
          // there and loads nothing.
          page = page.replace(tag, () => `${style(String(css.source))}<link rel="stylesheet" href="/${file}" disabled>`)
        }
        const script = await bundleOf(entry, {
          firstFrameWords: JSON.stringify(pick(words)),
          firstFrameArt: JSON.stringify(filesOf(art, bundle)),
        })
        return put(page, /<\/body>/, `${inlineScript(script)}\n  </body>`)
      },
    },
  }
}

/** Addresses of a part of the app that is asked for by itself, and of what it imports. */
function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const part = Object.values(bundle).find((output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(`/${module}`) === true)
  if (part?.type !== 'chunk') throw new Error(`no part of the app begins with ${module}`)
  return [part.fileName, ...part.imports].map((file) => `/${file}`)
}

/** A replacement that finds nothing is an error: the page would be slow, and nobody would know. */
function put(page: string, place: RegExp, by: string): string {
  if (!place.test(page)) throw new Error(`${place} is not in index.html`)
  return page.replace(place, () => by)
}

const style = (css: string) => `<style ${nonce}>${minified(css)}</style>`
const minified = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s*\n\s*/g, '')

function inlineScript(code: string): string {
  // Neither may end the script, nor may nginx take a part of it for a directive.
  if (/<\/script|<!--/i.test(code)) throw new Error('an inline script holds markup')
  return `<script ${nonce}>${code.trim()}</script>`
}

async function bundleOf(entry: string, define: Record<string, string> = {}): Promise<string> {
  const output = (await build({
    root: web,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry: path.join(web, entry), formats: ['iife'], name: 'firstFrame', fileName: 'first-frame' },
    },
  })) as Rolldown.RolldownOutput[]
  const chunks = output.flatMap((result) => result.output).filter((part) => part.type === 'chunk')
  const [chunk] = chunks
  if (!chunk || chunks.length > 1) throw new Error(`${entry} did not build into one file`)
  return chunk.code
}

/** Texts are taken as they are: a frame fills in names and knows no plurals. */
function pick(keys: readonly string[]): Record<string, Record<string, string>> {
  const textOf = (language: string, key: string): string => {
    const [namespace = '', place = ''] = key.split(':')
    const [folder = 'app'] = namespace === 'common' ? [] : globSync(`features/*/${namespace}`, { cwd: path.join(web, 'src') })
    const file = readFileSync(path.join(web, `src/${folder}/locales/${language}.json`), 'utf8')
    const text = place.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], JSON.parse(file))
    if (typeof text !== 'string' || /\{\w+,/.test(text)) throw new Error(`${key} is no plain text in ${language}`)
    return text
  }
  return Object.fromEntries(languages.map((language) => [language, Object.fromEntries(keys.map((key) => [key, textOf(language, key)]))]))
}
