import { chromium, type Browser, type Page } from 'playwright'

export const heights = { 390: 844, 960: 900, 1440: 900 } as const
export type ShotWidth = keyof typeof heights

export const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`)

export function openCamera(): Promise<Browser> {
  return chromium.launch({
    ...(process.env['CHROMIUM_BIN'] ? { executablePath: process.env['CHROMIUM_BIN'] } : {}),
    args: ['--no-sandbox', '--force-color-profile=srgb', '--font-render-hinting=none', '--autoplay-policy=no-user-gesture-required'],
  })
}

/** Pictures loaded, letters there, nothing under way: what answers to the width has answered, in two frames. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  })
}
