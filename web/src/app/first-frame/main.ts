import type { FirstFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import { drawFrame, type FrameWords } from './draw.ts'

/** Put in by web/build/first-frame.ts: the few texts that a frame has, by language. */
declare const firstFrameWords: Record<string, FrameWords>

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
  dataset['first'] = ''
  // Words wait for their letters, or they would move when these come; not for long, because to read is better than not
  // to.
  const ready = () => drawn.classList.add('first-ready')
  setTimeout(ready, 1_500)
  void document.fonts.load('700 1em "Inter Variable"').then(ready, ready)
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
