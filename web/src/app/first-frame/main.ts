import type { FirstFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { PosterOptions } from '@e-events/shared/ui/art/poster.ts'
import { artOf } from './art.ts'
import { drawFrame, type FrameWords } from './draw.ts'

/** Put in by web/build/first-frame.ts: the few texts that a frame has, by language. */
declare const firstFrameWords: Record<string, FrameWords>
/** The same: addresses of shared/ui/art/drawn.ts and of what it imports. */
declare const firstFrameArt: string[]

// Stands in the page itself, after #root (web/build/first-frame.ts). Whatever goes wrong, the mark stays until the app
// is there.
try {
  show()
} catch {
  // Above.
}

function show(): void {
  const data = document.getElementById('first-frame')?.textContent
  const root = document.getElementById('root')
  const { dataset } = document.documentElement
  // The back office has its own look and density.
  if (!data || !root || (dataset['mode'] !== 'light' && dataset['mode'] !== 'dark')) return
  const frame = JSON.parse(data) as FirstFrame
  const isOurs = frame.language === readerLanguage()
  const drawn = drawFrame(frame, { words: isOurs ? firstFrameWords[frame.language] : undefined })
  root.replaceChildren(drawn)
  const art = isOurs ? artOf(frame) : null
  if (art) showArt(drawn, art).catch(() => undefined)
  dataset['first'] = ''
  // Words wait for their letters, or they would move when these come; not for long, because to read is better than not
  // to.
  const ready = () => drawn.classList.add('first-ready')
  setTimeout(ready, 1_500)
  void document.fonts.load('700 1em "Inter Variable"').then(ready, ready)
}

/** The app would draw the missing picture once it runs; a frame that is gone by then keeps none. */
async function showArt(frame: HTMLElement, options: PosterOptions): Promise<void> {
  const [address = '', ...imported] = firstFrameArt
  // Else these would be asked for when the first one has come.
  for (const href of imported) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  const { drawn } = (await import(/* @vite-ignore */ address)) as { drawn(options: PosterOptions): string }
  frame.querySelector('.first-art .first-blank')?.replaceWith(Object.assign(new Image(), { src: drawn(options), alt: '' }))
}

/** As lib/language.ts has it, without the libraries that it uses. */
function readerLanguage(): string {
  const isKnown = (language: string | null): language is string => language !== null && Object.hasOwn(firstFrameWords, language)
  const asked = new URLSearchParams(location.search).get('lang')
  if (isKnown(asked)) return asked
  try {
    const stored = localStorage.getItem('e-events.language')
    return isKnown(stored) ? stored : 'es'
  } catch {
    return 'es'
  }
}
