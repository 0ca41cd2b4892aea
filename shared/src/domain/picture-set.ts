/** The widths that pictures are made in; never wider than what was uploaded. */
export const imageWidths = [320, 640, 960, 1280, 1920] as const

/** For `srcset`. Only the api's files come in several widths. */
export function pictureSet(src: string | null | undefined): string | undefined {
  if (!src || !/^\/api\/files\/[0-9a-f-]{36}$/.test(src)) return undefined
  return imageWidths.map((width) => `${src}?w=${width} ${width}w`).join(', ')
}
