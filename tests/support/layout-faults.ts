import type { Page } from 'playwright'

/**
 * Finds faults of layout that a test of behaviour does not see: a page that scrolls sideways, words that are cut off,
 * controls that lie on each other, pictures that did not come, and keys of the catalogue in place of words.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(findFaults)
}

/** Runs in the page, so everything that it needs stands inside. */
function findFaults(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : []
  return [...new Set([...sideways, ...wordFaults(), ...pictureFaults(), ...controlFaults()])]

  function wordFaults(): string[] {
    const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION'])
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      const text = ownText(element)
      if (text === '' || silent.has(element.tagName) || !isShown(element) || isForReaders(element)) return []
      return [...catalogueFaults(element, text), ...boxFaults(element)]
    })
  }

  /** A key that no catalogue had, and a placeholder that nothing filled. */
  function catalogueFaults(element: Element, text: string): string[] {
    if (element.closest('code, pre, textarea, [contenteditable]')) return []
    const isKey =
      /^[a-z]\w*(:\w+)?(\.\w+){1,6}$/.test(text) && (/\.[a-z]+[A-Z]/.test(text) || /\w\.\w+\.\w/.test(text)) && !text.startsWith('www.')
    return [...(isKey ? [`looks like a key: ${text}`] : []), ...(/\{\{?\s*\w+/.test(text) ? [`unfilled words: ${text.slice(0, 80)}`] : [])]
  }

  function boxFaults(element: Element): string[] {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
    const { left, right } = element.getBoundingClientRect()
    const isCut = (overflowX === 'hidden' || overflowX === 'clip') && element.scrollWidth > element.clientWidth + 1
    const isOff = !isInScroller(element) && (right > clientWidth + 1 || left < -1)
    return [
      isCut && textOverflow !== 'ellipsis' && 'cut off sideways',
      isCut && textOverflow === 'ellipsis' && !isOnePressAway(element) && 'shortened, and nowhere whole',
      overflowY === 'hidden' && webkitLineClamp === 'none' && element.scrollHeight > element.clientHeight + 3 && 'cut off below',
      // The way past the menus waits above the page for the keyboard.
      isOff && !element.closest('a[href="#content"]') && 'off the page',
    ].flatMap((fault) => (fault ? [`${fault}: ${nameOf(element)}`] : []))
  }

  function pictureFaults(): string[] {
    return [...document.images]
      .filter((image) => isShown(image) && image.complete && image.naturalWidth === 0)
      .map((image) => `no picture: ${image.currentSrc || image.src}`)
  }

  function controlFaults(): string[] {
    const kinds = 'button, a[href], input:not([type=hidden]), select, textarea, [role=switch], [role=slider]'
    const controls = [...document.querySelectorAll(kinds)]
      .filter((one) => isShown(one) && !isForReaders(one) && !isFloating(one) && !one.closest('[inert], [aria-hidden=true]'))
      .map((element) => ({ element, box: seenBox(element), label: element.closest('label') }))
    return controls.flatMap((one, index) =>
      controls
        .slice(index + 1)
        .filter((other) => !one.element.contains(other.element) && (one.label === null || one.label !== other.label))
        .filter((other) => lieOnEachOther(one.box, other.box))
        .map((other) => `on each other: ${nameOf(one.element)} and ${nameOf(other.element)}`),
    )
  }

  interface SeenBox {
    left: number
    right: number
    top: number
    bottom: number
  }
  /** A small button on a card that is itself a link is meant; two controls of a size are not. */
  function lieOnEachOther(one: SeenBox, other: SeenBox): boolean {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    if (width <= 4 || height <= 4) return false
    const areas = [one, other].map(({ left, right, top, bottom }) => (right - left) * (bottom - top))
    const smaller = Math.min(...areas)
    return width * height > smaller * 0.2 && Math.max(...areas) < smaller * 6
  }

  /** Visible part of an element: scrolling ancestors cut off the rest. */
  function seenBox(element: Element): SeenBox {
    return ancestorsOf(element)
      .filter((one) => getComputedStyle(one).overflow !== 'visible')
      .map((one) => one.getBoundingClientRect())
      .reduce<SeenBox>(
        (box, edge) => ({
          left: Math.max(box.left, edge.left),
          right: Math.min(box.right, edge.right),
          top: Math.max(box.top, edge.top),
          bottom: Math.min(box.bottom, edge.bottom),
        }),
        element.getBoundingClientRect(),
      )
  }

  function ancestorsOf(element: Element): Element[] {
    const found: Element[] = []
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) found.push(one)
    return found
  }
  function isInScroller(element: Element): boolean {
    return ancestorsOf(element).some((one) => getComputedStyle(one).overflowX !== 'visible')
  }
  /** Over the page, not in it. */
  function isFloating(element: Element): boolean {
    return [element, ...ancestorsOf(element)].some((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
  }
  /** Words for screen readers alone are cut to a pixel on purpose. */
  function isForReaders(element: Element): boolean {
    return [element, ...ancestorsOf(element)].some((one) => {
      const { clip, clipPath, position } = getComputedStyle(one)
      return position === 'absolute' && (clip !== 'auto' || clipPath !== 'none')
    })
  }
  /** Dots are for what leads to the whole: a card or a row with its link, a button, a title. */
  function isOnePressAway(element: Element): boolean {
    const leads = element.closest('li, article, tr, [role=row]')?.querySelector('a[href], button')
    return Boolean(element.closest('a[href], button, [title]') ?? leads)
  }
  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  function ownText(element: Element): string {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    return texts
      .map((node) => node.textContent ?? '')
      .join('')
      .trim()
  }
  function nameOf(element: Element): string {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return `${element.tagName.toLowerCase()} "${name.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"`
  }
}
