import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url))
const begin = '<!-- figures: begin (npm run bench -- --write) -->'
const end = '<!-- figures: end -->'

/** The document with what stands between the marks replaced. Pure. @throws Error when the marks are not there */
export function withFigures(document: string, conditions: string, report: string): string {
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error('docs/benchmarks.md has no place for the figures')
  return `${document.slice(0, from)}${begin}\n\n${conditions}\n\n${report}\n\n${document.slice(to)}`
}

/** Puts the table of this run into docs/benchmarks.md. */
export async function writeDocument(conditions: string, report: string): Promise<void> {
  await writeFile(file, withFigures(await readFile(file, 'utf8'), conditions, report))
}
