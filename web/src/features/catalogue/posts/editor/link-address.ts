const maxChars = 2_000

/** A place in the web. Whatever a scheme could run (`javascript:`, `data:`) is none. */
export function isLinkAddress(text: string | null | undefined): boolean {
  if (!text || text.length > maxChars || /\s/.test(text)) return false
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Parses a typed address: `example.org/a` gets its scheme; undefined for anything else. */
export function toLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (isLinkAddress(text)) return text
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d+(\/|$)/.test(text)) return undefined
  const withScheme = `https://${text}`
  return /^[^/]+\.[^/]+/.test(text) && isLinkAddress(withScheme) ? withScheme : undefined
}
