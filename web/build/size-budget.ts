import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

interface Budget {
  name: string
  /** Keys of Vite's manifest; each counts with everything it imports statically. */
  entries: string[]
  maxBrotliKiB: number
}

interface Chunk {
  file: string
  imports?: string[]
}

/** Fails the build when what a visitor has to load outgrows its budget, and prints every figure. */
export function sizeBudget(budgets: Budget[]): Plugin {
  let outDir = ''
  return {
    name: 'size-budget',
    apply: 'build',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    writeBundle() {
      const manifest = JSON.parse(readFileSync(path.join(outDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
      const lines = budgets.map(({ name, entries, maxBrotliKiB }) => {
        const files = closure(manifest, entries)
        const bytes = files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(path.join(outDir, file))).length, 0)
        const isOver = bytes > maxBrotliKiB * 1024
        return { isOver, text: `${name}: ${(bytes / 1024).toFixed(1)} of ${maxBrotliKiB} KiB brotli in ${files.length} files` }
      })
      for (const { text } of lines) this.info(text)
      const over = lines.filter((line) => line.isOver)
      if (over.length > 0) this.error(`over budget: ${over.map((line) => line.text).join('; ')}`)
    },
  }
}

function closure(manifest: Record<string, Chunk>, entries: string[]): string[] {
  const files = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the manifest has no ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  for (const entry of entries) collect(entry)
  return [...files]
}
