const writing = new Set(['insert', 'update', 'delete', 'del', 'increment', 'decrement', 'truncate', 'upsert'])

/**
 * The tables that a source text writes: by Knex chains (`trx('products').where(…).update(…)`) and by SQL in texts.
 * Sorted by first mention.
 */
export function writesOf(text: string, tables: readonly string[]): string[] {
  const found = new Set<string>()
  for (const match of text.matchAll(/\b(?:knex|trx|db|tx|builder)(?:<[^()]*?>)?\(\s*'(\w+)(?: as \w+)?'\s*\)/g)) {
    const [whole, table = ''] = match
    if (tables.includes(table) && chainOf(text, match.index + whole.length).some((method) => writing.has(method))) found.add(table)
  }
  for (const [, table = ''] of text.matchAll(/\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(\w+)/gi))
    if (tables.includes(table)) found.add(table)
  return [...found]
}

/** The names of the methods that are called one after the other from a position on, whatever their arguments hold. */
function chainOf(text: string, from: number): string[] {
  const methods: string[] = []
  let at = from
  for (;;) {
    const next = /^\s*(?:\/\/[^\n]*\n\s*)*\??\.(\w+)(?:<[^()]*?>)?\s*\(/.exec(text.slice(at))
    if (!next) return methods
    methods.push(next[1] ?? '')
    at = closing(text, at + next[0].length)
  }
}

/** The position behind the parenthesis that closes the one before `from`; brackets inside quoted texts do not count. */
function closing(text: string, from: number): number {
  let depth = 1
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (sign === "'" || sign === '"' || sign === '`') quote = sign
    else if (sign === '(') depth += 1
    else if (sign === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}
