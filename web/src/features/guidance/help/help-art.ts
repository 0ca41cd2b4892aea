/** Drawn by our own generator and committed (`node tests/shots/draw-art.ts`). */
export const helpArt = new URL('./art/start.webp', import.meta.url).href
