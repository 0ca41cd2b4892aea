import { captionLanguageSchema, type CaptionLanguage } from '@e-events/shared/domain/captions.ts'
import { z } from 'zod'

export const captionSizes = ['small', 'normal', 'large', 'huge'] as const
export const captionLooks = ['box', 'outline', 'yellow', 'paper'] as const

const styleSchema = z.object({
  /** Chosen last; kept while captions are off. */
  language: captionLanguageSchema.nullable().catch(null),
  isOn: z.boolean().catch(false),
  size: z.enum(captionSizes).catch('normal'),
  look: z.enum(captionLooks).catch('box'),
})
/** How this browser shows captions. */
export type CaptionStyle = z.infer<typeof styleSchema>

const key = 'e-events.captions'
const initial: CaptionStyle = { language: null, isOn: false, size: 'normal', look: 'box' }

export function storedCaptionStyle(): CaptionStyle {
  try {
    return styleSchema.catch(initial).parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return initial
  }
}

export function storeCaptionStyle(style: CaptionStyle): void {
  try {
    localStorage.setItem(key, JSON.stringify(style))
  } catch {
    // Storage refused: the choice then lasts as long as the page.
  }
}

/** The language that was chosen last, that of the page, or the first there is. */
export function preferredCaptions(
  languages: readonly CaptionLanguage[],
  { language }: CaptionStyle,
  pageLanguage: string,
): CaptionLanguage | undefined {
  return languages.find((one) => one === language) ?? languages.find((one) => one === pageLanguage) ?? languages[0]
}
