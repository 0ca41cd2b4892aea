import { loadArt } from '@e-events/shared/ui/art/art-image.tsx'

/**
 * Asks for the generator of a picture that is missing before the page that shows it is drawn. Where the frame has drawn
 * the picture the generator is there already: the page waits for it, so that it draws the same at once.
 */
export async function prepareArt(): Promise<void> {
  const asked = loadArt().catch(() => undefined)
  if (document.querySelector('.first-art img[src^="data:"]')) await asked
}
