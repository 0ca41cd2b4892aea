import { z } from 'zod'

export const languages = ['es', 'en', 'pt'] as const
export const languageSchema = z.enum(languages)
export type Language = z.infer<typeof languageSchema>
export const defaultLanguage: Language = 'es'

/** The best supported language for an Accept-Language header or a browser's list ('pt-BR,en;q=0.8' → 'pt'). */
export function negotiateLanguage(header: string | undefined | null): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const q = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean)
      return { tag: tag.toLowerCase(), weight: q === undefined ? 1 : Number(q), index }
    })
    .filter((entry) => entry.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
  for (const { tag } of wanted) {
    const found = languages.find((language) => tag === language || tag.startsWith(`${language}-`))
    if (found) return found
  }
  return defaultLanguage
}
