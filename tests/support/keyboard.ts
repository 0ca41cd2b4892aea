import { expect, type Locator, type Page } from 'playwright/test'

/** Describes the focused element and its faults. */
export interface FocusReport {
  /** Role and words, for the message. */
  name: string
  faults: string[]
}

declare global {
  // Kept in the page: the marks of what had the focus are compared when it has lost it.
  var focusMarks: { element: Element; name: string; marks: string }[] | undefined
}

/**
 * Somebody who has a keyboard and nothing else. Each key is followed by a look at what has the focus; all that is wrong
 * is kept in `faults`.
 */
export function keyboardAt(page: Page, faults: string[] = []) {
  const stops: string[] = []
  const look = async (): Promise<void> => {
    // A focus that moves a frame later (a dialog closing, a page that scrolls) is looked at when it has arrived, a mark
    // that goes a frame later when it has gone.
    let report = await page.evaluate(readFocus)
    for (let again = 0; report.faults.length > 0 && again < 8; again++) {
      await page.waitForTimeout(60)
      report = await page.evaluate(readFocus)
    }
    stops.push(report.name)
    for (const fault of report.faults) {
      const line = `${new URL(page.url()).pathname}: ${fault}`
      if (!faults.some((one) => one.startsWith(line))) faults.push(`${line} (behind ${stops.slice(-4, -1).join(' > ')})`)
    }
  }
  const hasFocus = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement)).catch(() => false)
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key)
    await look()
  }
  return {
    page,
    faults,
    stops,
    look,
    press,
    /** Tab until the focus is there: it must be reachable from here. */
    async tabTo(target: Locator, { key = 'Tab', atMost = 80 }: { key?: string; atMost?: number } = {}): Promise<void> {
      await expect(target).toBeVisible()
      const from = stops.length
      for (let presses = 0; presses < atMost; presses++) {
        if (await hasFocus(target)) return
        await press(key)
      }
      throw new Error(`${String(target)} is not reached with ${key}; passed: ${stops.slice(from).join(' > ')}`)
    },
    type: (text: string) => page.keyboard.type(text),
    /** The focus is here, and can be seen. */
    async isAt(target: Locator): Promise<void> {
      await expect(target).toBeVisible()
      const isFocused = await expect(target)
        .toBeFocused({ timeout: 3_000 })
        .then(() => true)
        .catch(() => false)
      await look()
      if (!isFocused) faults.push(`the focus is at ${stops.at(-1)}, not at ${String(target)}`)
    },
  }
}
export type Keyboard = ReturnType<typeof keyboardAt>

/** Runs in the page. */
function readFocus(): FocusReport {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
  const element = document.activeElement
  const faults: string[] = []
  const kept = (globalThis.focusMarks ??= [])
  const last = kept.at(-1)?.name ?? 'the start'
  for (const before of kept.filter(({ element: one }) => !isStillWithin(one))) {
    if (before.element.isConnected && isControl(before.element) && before.marks === marksOf(before.element))
      faults.push(`${before.name} has no mark of focus`)
    else kept.splice(kept.indexOf(before), 1)
  }
  if (!element || element === document.body || element === document.documentElement)
    return { name: 'nothing', faults: [...faults, `nothing has the focus after ${last}`] }
  const name = nameOf(element)
  const own = kept.findIndex((one) => one.element === element)
  if (own >= 0) kept.splice(own, 1)
  kept.push({ element, name, marks: marksOf(element) })
  return { name, faults: [...faults, ...coverOf(element).map((fault) => `${name} ${fault}`)] }

  /** A part of a field whose other part has the focus, or a field whose list or calendar is open, keeps its mark. */
  function isStillWithin(one: Element): boolean {
    if (one === element || (one.isConnected && one.getAttribute('aria-expanded') === 'true')) return true
    if (element?.closest('[role="dialog"]') && !one.closest('[role="dialog"]') && one.isConnected) return true
    return one.getAttribute('role') === 'spinbutton' && one.closest('.MuiFormControl-root')?.contains(element) === true
  }
  /** Not a place that only takes the focus of a page or a step that is new, and no frame, whose page shows its own. */
  function isControl(one: Element): boolean {
    return (
      one.tagName !== 'IFRAME' &&
      (one.getAttribute('tabindex') !== '-1' || one.matches('a, button, input, [role^="menuitem"], [role="option"]'))
    )
  }
  function nameOf(one: Element): string {
    const labelled = (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '')
    const label = one instanceof HTMLInputElement ? (one.labels?.[0]?.textContent ?? '') : ''
    const words = one.getAttribute('aria-label') || labelled.join(' ').trim() || label || one.textContent || one.id
    return `${one.getAttribute('role') ?? one.tagName.toLowerCase()} "${words.trim().slice(0, 40)}"`
  }
  /**
   * Outlines and shadows around the element: its own, those of the field that holds it and those of the shape that
   * stands for it.
   */
  function marksOf(one: Element): string {
    const around: Element[] = [one, ...[...one.querySelectorAll('*')].slice(0, 12)]
    let holder = one.parentElement
    for (let level = 0; holder && level < 6; level++, holder = holder.parentElement) {
      around.push(holder)
      if (level < 2 && holder.nextElementSibling) around.push(holder.nextElementSibling)
    }
    if (one.nextElementSibling) around.push(one.nextElementSibling)
    return around.map(styleOf).join(';')
  }
  function styleOf(one: Element): string {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, opacity } = getComputedStyle(one)
    // A native control that others draw may be transparent or cut to a dot: its own outline is not seen.
    const { width, height } = one.getBoundingClientRect()
    if (opacity === '0' || width <= 2 || height <= 2) return ''
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && !/, 0\)$|\/ 0\)$/.test(outlineColor)
    return `${isOutlined ? `${outlineWidth} ${outlineColor}` : ''}|${boxShadow === 'none' ? '' : boxShadow}`
  }
  /** The shape on screen: what stands for a native control that is drawn by others. */
  function shapeOf(one: Element): Element {
    let shape = one
    for (let level = 0; level < 3; level++) {
      const { width, height } = shape.getBoundingClientRect()
      const isDrawn = width > 2 && height > 2 && getComputedStyle(shape).opacity !== '0' && !shape.classList.contains('visually-hidden')
      if (isDrawn || !shape.parentElement) return shape
      shape = shape.parentElement
    }
    return shape
  }
  function coverOf(one: Element): string[] {
    const shape = shapeOf(one)
    const box = shape.getClientRects()[0]
    if (!box || box.width === 0 || box.height === 0) return ['has no shape on the screen']
    let seen = 0
    let asked = 0
    const over = new Set<string>()
    // An element larger than the screen is judged by its visible part.
    const [left, right] = box.width > innerWidth ? [0, innerWidth] : [box.left, box.right]
    const [top, bottom] = box.height > innerHeight * 0.6 ? [Math.max(0, box.top), Math.min(innerHeight, box.bottom)] : [box.top, box.bottom]
    for (const x of [0.1, 0.5, 0.9]) {
      for (const y of [0.15, 0.5, 0.85]) {
        asked++
        const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
        if (hit && (shape.contains(hit) || hit === shape.parentElement || hit.closest('label')?.contains(one))) seen++
        else if (hit) {
          const bar = stuck(hit)
          if (bar && !bar.contains(one)) over.add(nameOf(bar))
        }
      }
    }
    if (over.size > 0) return [`lies under ${[...over].join(', ')}`]
    return seen * 2 < asked ? [`is not on the screen (${seen} of ${asked} points)`] : []
  }
  function stuck(one: Element): Element | undefined {
    for (let at: Element | null = one; at; at = at.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at
    return undefined
  }
}
