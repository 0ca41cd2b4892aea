import { build, type Plugin, type Rolldown } from 'vite'

interface ChunkOptions {
  /**
   * Modules whose static imports are a chunk each, in the order in which a visit needs them: what a chunk holds is in
   * none after it.
   */
  roots: Record<string, string>
  /**
   * Kinds of pages in their order of weight: what pages of the first kind share with any other page is a chunk, then
   * what the second shares with the rest …
   */
  pages: Record<string, RegExp>
  /** Heavy parts that stay a chunk of their own, so that only pages which need them load them. */
  apart: Record<string, RegExp>
}

/**
 * Few chunks instead of a hundred small ones. A browser that speaks HTTP/1.1 asks for six files at a time, so that
 * sixty small ones cost ten round trips, and every request has its own headers and its own compression. The bundler's
 * own division says which page needs what after everything unused was left out; this plugin has it made once,
 * unwritten, and joins what belongs together.
 */
export function chunks(options: ChunkOptions): Plugin {
  return {
    name: 'chunks',
    apply: 'build',
    async config({ root, configFile }: { root?: string; configFile?: string | false } = {}) {
      if (trial.isOn) return {}
      const bucketOf = sort(await divide(root, configFile), options)
      const order = [...Object.keys(options.roots), ...Object.keys(options.apart), ...Object.keys(options.pages)]
      const groups = order.map((bucket, index) => ({
        name: (id: string) => {
          const own = bucketOf.get(id)
          return own === bucket || own?.startsWith(`${bucket}-`) ? own : null
        },
        priority: order.length - index,
        // A bucket holds all that it needs already; by the graph alone it would take in what the bundler left out here
        // and another page uses.
        includeDependenciesRecursively: false,
      }))
      return { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' as const, output: { codeSplitting: { groups } } } } }
    },
  }
}

/**
 * On while the first build runs, whose own plugin of this kind has nothing to join. That build reads its configuration
 * anew, so that a variable of this module would be another one.
 */
const trialKey = Symbol.for('e-events.chunks-trial')
const trial = ((globalThis as { [trialKey]?: { isOn: boolean } })[trialKey] ??= { isOn: false })

async function divide(root: string | undefined, configFile: string | false | undefined): Promise<Rolldown.OutputChunk[]> {
  trial.isOn = true
  try {
    const result = await build({
      ...(root === undefined ? {} : { root }),
      ...(configFile === undefined ? {} : { configFile }),
      logLevel: 'silent',
      build: { write: false, minify: false, sourcemap: false },
    })
    return [result].flat().flatMap((one) => ('output' in one ? one.output.filter((part) => part.type === 'chunk') : []))
  } finally {
    trial.isOn = false
  }
}

function sort(all: readonly Rolldown.OutputChunk[], { roots, pages, apart }: ChunkOptions): Map<string, string> {
  const byFile = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const bucketOfChunk = new Map<string, string>()
  for (const [name, file] of Object.entries(roots)) {
    const root = all.find(
      (chunk) => chunk.facadeModuleId?.endsWith(file) || (chunk.isEntry && chunk.moduleIds.some((id) => id.endsWith(file))),
    )
    if (!root) throw new Error(`no chunk for ${file}`)
    for (const chunk of closure(root.fileName, byFile)) if (!bucketOfChunk.has(chunk)) bucketOfChunk.set(chunk, name)
  }
  const kinds = Object.entries(pages)
  /** How many pages need a chunk, and the weightiest kind of them. */
  const users = new Map<string, { count: number; kind: number }>()
  for (const page of all.filter((chunk) => chunk.isDynamicEntry)) {
    const kind = kinds.findIndex(([, pattern]) => pattern.test(page.facadeModuleId ?? ''))
    if (kind < 0) continue
    for (const chunk of closure(page.fileName, byFile)) {
      if (bucketOfChunk.has(chunk)) continue
      const known = users.get(chunk)
      users.set(chunk, { count: (known?.count ?? 0) + 1, kind: Math.min(kind, known?.kind ?? kind) })
    }
  }
  const partOf = (file: string) => Object.keys(apart).find((part) => byFile.get(file)?.moduleIds.some((id) => apart[part]?.test(id)))
  for (const [chunk, { count, kind }] of users) {
    const name = kinds[kind]?.[0]
    const own = partOf(chunk)
    if (own !== undefined) {
      bucketOfChunk.set(chunk, own)
      continue
    }
    if (count < 2 || name === undefined) continue
    // Modules that lead to a heavy part stay apart, or every page of its kind would load the part.
    const parts = [...new Set([...closure(chunk, byFile)].map(partOf))].filter((part) => part !== undefined).toSorted()
    bucketOfChunk.set(chunk, [name, ...parts].join('-'))
  }
  joinCircles(bucketOfChunk, byFile)
  // The page itself keeps its file, which is named in index.html.
  const entries = new Set(all.filter((chunk) => chunk.isEntry).map((chunk) => chunk.facadeModuleId))
  return new Map(
    [...bucketOfChunk].flatMap(([file, name]) =>
      (byFile.get(file)?.moduleIds ?? [])
        .filter((id) => !entries.has(id) && !Object.values(roots).some((root) => id.endsWith(root)))
        .map((id) => [id, name] as const),
    ),
  )
}

/**
 * Two buckets that need each other would run before what they need has run: they become one. The bundler's own chunks
 * never form a circle, so that buckets without one keep the order in which modules run.
 */
function joinCircles(bucketOfChunk: Map<string, string>, byFile: ReadonlyMap<string, Rolldown.OutputChunk>): void {
  for (;;) {
    const needs = new Map<string, Set<string>>()
    for (const [file, bucket] of bucketOfChunk) {
      const needed = needs.get(bucket) ?? new Set<string>()
      needs.set(bucket, needed)
      for (const imported of byFile.get(file)?.imports ?? []) {
        const other = bucketOfChunk.get(imported)
        if (other !== undefined && other !== bucket) needed.add(other)
      }
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(needs.get(from) ?? [])].some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
    const circle = [...needs.keys()].flatMap((from) =>
      [...(needs.get(from) ?? [])].filter((to) => reaches(to, from)).map((to) => [from, to] as const),
    )[0]
    if (!circle) return
    const [kept, joined] = circle
    for (const [file, bucket] of bucketOfChunk) if (bucket === joined) bucketOfChunk.set(file, kept)
  }
}

/** A chunk and everything that it imports statically. */
function closure(start: string, byFile: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const seen = new Set<string>()
  const rest = [start]
  for (let file = rest.pop(); file !== undefined; file = rest.pop()) {
    if (seen.has(file) || !byFile.has(file)) continue
    seen.add(file)
    rest.push(...(byFile.get(file)?.imports ?? []))
  }
  return seen
}
