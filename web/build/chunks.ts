import type { Plugin } from 'vite'

interface ChunkOptions {
  /** Modules whose static imports are a chunk each, in the order in which a visit needs them. */
  roots: Record<string, string>
  /** Heavy parts that stay a chunk of their own, so that only pages which need them load them. */
  apart: Record<string, RegExp>
  /**
   * Kinds of pages in their order of weight: what pages of the first kind share with any other page is a chunk, then
   * what the second shares with the rest …
   */
  pages: Record<string, RegExp>
}

/**
 * Few chunks instead of a hundred small ones: a small file compresses badly, and costs a request of its own. Each
 * module is named by the first root or the kinds of pages that import it (decision chunks-by-imports).
 */
export function chunks({ roots, apart, pages }: ChunkOptions): Plugin {
  const names = new Map<string, string>()
  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension' as const,
          // A chunk holds all that it needs already, or an earlier one does.
          output: { codeSplitting: { groups: [{ name: (id: string) => names.get(id) ?? null, includeDependenciesRecursively: false }] } },
        },
      },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const closure = (start: string): Set<string> => {
        const seen = new Set([start])
        // Ids that are added while the loop runs are visited, too.
        for (const id of seen) for (const imported of this.getModuleInfo(id)?.importedIds ?? []) seen.add(imported)
        return seen
      }
      const put = (id: string, name: string) => names.has(id) || names.set(id, name)
      for (const [name, file] of Object.entries(roots)) {
        const root = ids.find((id) => id.endsWith(file))
        if (root === undefined) throw new Error(`no module ${file}`)
        for (const id of closure(root)) if (id !== root) put(id, name)
      }
      const partOf = (id: string) => Object.keys(apart).find((part) => apart[part]?.test(id))
      for (const id of ids) put(id, partOf(id) ?? '')
      /** Modules that a part imports, by its name. */
      const needs = new Map<string, string>()
      for (const id of ids) for (const needed of partOf(id) === names.get(id) ? closure(id) : []) needs.set(needed, partOf(id) ?? '')

      const kinds = Object.values(pages)
      const kindOf = (page: string) => kinds.findIndex((pattern) => pattern.test(page))
      const users = new Map<string, string[]>(ids.filter((id) => names.get(id) === '').map((id) => [id, []]))
      for (const page of ids.filter((id) => kindOf(id) >= 0)) for (const id of closure(page)) users.get(id)?.push(page)
      // Modules that lead to a heavy part stay apart from the rest of their kind, or every page of the kind would load
      // it. A module has no more pages and no fewer parts than each of its imports: no two chunks need each other.
      for (const [id, shared] of users) {
        const parts = new Set([...closure(id)].map(partOf).filter((part) => part !== undefined))
        const part = needs.get(id)
        if (part !== undefined && shared.length < 2) names.set(id, part)
        else if (shared.length > 1) names.set(id, [Object.keys(pages)[Math.min(...shared.map(kindOf))], ...[...parts].toSorted()].join('-'))
      }
      for (const [id, name] of names) if (name === '') names.delete(id)
    },
    generateBundle(_, bundle) {
      const imports = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports]] : [])))
      const cycle = cycleIn(imports)
      if (cycle) this.error(`chunks that need each other run with parts missing: ${cycle.join(' -> ')}`)
    },
  }
}

/** Names that lead back to their first one; undefined where there are none. */
function cycleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (name: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    if (done.has(name)) return undefined
    for (const next of imports.get(name) ?? []) {
      const found = visit(next, [...way, name])
      if (found) return found
    }
    done.add(name)
    return undefined
  }
  for (const name of imports.keys()) {
    const found = visit(name, [])
    if (found) return found
  }
  return undefined
}
