import { z } from 'zod'

/** The languages that a product may have captions in. */
export const captionLanguages = ['es', 'en', 'pt', 'ca', 'gl', 'eu', 'fr', 'de', 'it', 'zh', 'ja', 'ar'] as const
export const captionLanguageSchema = z.enum(captionLanguages)
export type CaptionLanguage = z.infer<typeof captionLanguageSchema>
