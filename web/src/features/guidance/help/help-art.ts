/** Drawn by our own generator and committed (`node tests/e2e/draw-art.ts`). */
export const helpArt = new URL('./art/start.webp', import.meta.url).href
