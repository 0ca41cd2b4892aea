import { createStyleCache, styleNonce } from '@e-events/shared/ui/theme/style-cache.ts'
import { useScheme } from '@e-events/shared/ui/theme/mode.ts'
import { CacheProvider } from '@emotion/react'
import Box from '@mui/material/Box'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface PreviewFrameProps {
  title: string
  /** Size of the previewed screen in its own pixels; it is scaled to the room. */
  width: number
  children: ReactNode
}

const blank = '<!doctype html><html><head></head><body></body></html>'

/**
 * A page in a window of another width: inside a frame, so that its breakpoints are those of that width and not of this
 * screen.
 */
export function PreviewFrame({ title, width, children }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<Document | null>(null)
  const [available, setAvailable] = useState(width)
  const [height, setHeight] = useState(600)
  const scale = Math.min(1, available / width)
  const isDark = /dark/i.test(useScheme())
  useEffect(() => wear(frame.current?.contentDocument, isDark), [isDark])
  useLayoutEffect(() => observeSize(room.current, ({ width: wide }) => setAvailable(wide)), [])
  useEffect(() => observeSize(page?.body.firstElementChild ?? null, ({ height: high }) => setHeight(Math.ceil(high))), [page])
  return (
    <Box ref={room} sx={{ width: 1, maxWidth: width, mx: 'auto' }}>
      <Box
        sx={{
          width: width * scale,
          height: height * scale,
          mx: 'auto',
          overflow: 'hidden',
          borderRadius: '12px',
          bgcolor: 'background.paper',
          boxShadow: (theme) => theme.vars.palette.shadow.lift,
        }}
      >
        <Box
          component="iframe"
          ref={frame}
          title={title}
          srcDoc={blank}
          onLoad={() => {
            const loaded = frame.current?.contentDocument
            if (!loaded || loaded === page) return
            copyStyles(loaded)
            wear(loaded, isDark)
            loaded.body.replaceChildren(loaded.createElement('div'))
            setPage(loaded)
          }}
          style={{ width, height, transform: `scale(${scale})` }}
          sx={{ border: 0, display: 'block', transformOrigin: '0 0' }}
        />
      </Box>
      {page && <Inside page={page}>{children}</Inside>}
    </Box>
  )
}

function Inside({ page, children }: { page: Document; children: ReactNode }) {
  const [styles] = useState(() => createStyleCache(page.head))
  const root = page.body.firstElementChild
  return root && createPortal(<CacheProvider value={styles}>{children}</CacheProvider>, root)
}

/** The store's look, as dark as the back office around it. */
function wear(page: Document | null | undefined, isDark: boolean): void {
  page?.documentElement.setAttribute('data-mode', isDark ? 'dark' : 'light')
}

/** Variables, fonts and the base of this page; what the preview draws beyond it brings its own. */
function copyStyles(page: Document): void {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].map((rule) => rule.cssText)
    } catch {
      // A sheet of another origin may not be read, and is not needed.
      return []
    }
  })
  const style = page.createElement('style')
  const nonce = styleNonce()
  if (nonce) style.nonce = nonce
  style.textContent = rules.join('\n')
  page.head.append(style)
  page.documentElement.lang = document.documentElement.lang
}

function observeSize(element: Element | null, onSize: (size: { width: number; height: number }) => void): (() => void) | undefined {
  if (!element || typeof ResizeObserver === 'undefined') return undefined
  const observer = new ResizeObserver(() => {
    const { clientWidth, scrollHeight } = element
    onSize({ width: clientWidth, height: scrollHeight })
  })
  observer.observe(element)
  return () => observer.disconnect()
}
