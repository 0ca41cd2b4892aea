import type { Locator, Page } from 'playwright/test'

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** One look at the real application: what it showed, and where the hand goes next. */
export interface Shot {
  step: string
  picture: Buffer
  /** In pixels of the page; undefined: the eye is on all of it. */
  place: Place | undefined
  isPress: boolean
}

export const frame = { width: 1280, height: 720 }
/** Pictures are taken larger than the film is, so that coming closer loses nothing. */
export const pictureScale = 1.5

export type Camera = ReturnType<typeof createCamera>

/**
 * Takes the pictures of which a film is made. Nothing is filmed while it moves: a slow machine makes the same film as a
 * fast one.
 */
export function createCamera() {
  const shots: Shot[] = []
  const look = async (step: string, page: Page, target: Locator | undefined, isPress: boolean): Promise<void> => {
    await target?.scrollIntoViewIfNeeded()
    await page.evaluate(async () => {
      await document.fonts.ready
      const inView = [...document.images].filter((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return bottom > 0 && top < innerHeight
      })
      await Promise.all(inView.map((image) => image.decode().catch(() => undefined)))
    })
    // Removes ripple and caret of the last input.
    const picture = await page.screenshot({ type: 'png', caret: 'hide', animations: 'disabled' })
    const box = target ? await target.boundingBox() : null
    shots.push({ step, picture, place: box ?? undefined, isPress })
  }
  return {
    shots,
    /** A look at the page, with the eye on one thing or on all of it. */
    show: (step: string, page: Page, target?: Locator) => look(step, page, target, false),
    /** The hand goes there and presses. */
    async press(step: string, page: Page, target: Locator): Promise<void> {
      await look(step, page, target, true)
      await target.click()
    },
    /** Types what it says, and shows it typed. */
    async fill(step: string, page: Page, target: Locator, text: string): Promise<void> {
      await target.fill(text)
      await look(step, page, target, false)
    },
  }
}
