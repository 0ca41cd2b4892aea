import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { alignedTable, cellsOf, head, type Figure, type Missing } from './figures.ts'

const file = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url))
const begin = '<!-- figures: begin (npm run bench -- --write) -->'
const end = '<!-- figures: end -->'

/** A run of the bench, or as much of it as there is yet. */
export interface Run {
  /** When it began, which is its name in the table: 2026-11-28 21:05 UTC. */
  began: string
  /** Machine, length and load of this run. */
  conditions: string
  figures: readonly Figure[]
  missing: readonly Missing[]
  /** Titles of the rows that were measured: what failed in an earlier run is no longer missing. */
  titles: readonly string[]
  /** All rows were measured: nothing of other runs stays. */
  isWhole: boolean
}

/** The table of the document: what each run measured last, one line per figure. */
interface Table {
  /** Conditions of each run, by its beginning. */
  runs: Map<string, string>
  /** Cells of each figure, by its name; the last one is its run. */
  rows: Map<string, readonly string[]>
  notes: Map<string, string>
  failed: Map<string, string>
}

const columns = [...head, 'run']
const titles = { runs: 'Runs', notes: 'Notes', failed: 'Failed' }

function parseTable(section: string): Table {
  const table: Table = { runs: new Map(), rows: new Map(), notes: new Map(), failed: new Map() }
  let into: 'runs' | 'notes' | 'failed' = 'runs'
  for (const line of section.split('\n')) {
    const title = (['runs', 'notes', 'failed'] as const).find((name) => titles[name] === line)
    if (title) into = title
    else if (line.startsWith('| ')) {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim())
      const name = cells[0] ?? ''
      if (name !== head[0] && !/^-+$/.test(name)) table.rows.set(name, cells)
    } else if (line.startsWith('- ')) {
      // Names of figures hold colons themselves.
      const names = [...table.rows.keys()].filter((name) => line.startsWith(`- ${name}: `))
      const at = into === 'notes' && names.length > 0 ? 2 + Math.max(...names.map(({ length }) => length)) : line.indexOf(': ')
      if (at > 0) table[into].set(line.slice(2, at), line.slice(at + 2))
    }
  }
  return table
}

function textOf({ runs, rows, notes, failed }: Table): string {
  const lines = (map: ReadonlyMap<string, string>) => [...map].map(([name, text]) => `- ${name}: ${text}`).join('\n')
  return [
    titles.runs,
    lines(runs),
    alignedTable(columns, [...rows.values()]),
    ...(notes.size > 0 ? [titles.notes, lines(notes)] : []),
    ...(failed.size > 0 ? [titles.failed, lines(failed)] : []),
  ].join('\n\n')
}

function merge(before: Table, run: Run): Table {
  const { runs, rows, notes, failed }: Table = run.isWhole
    ? { runs: new Map(), rows: new Map(), notes: new Map(), failed: new Map() }
    : before
  for (const figure of run.figures) {
    rows.set(figure.name, [...cellsOf(figure), run.began])
    if (figure.note === undefined) notes.delete(figure.name)
    else notes.set(figure.name, figure.note)
  }
  for (const title of run.titles) failed.delete(title)
  for (const { name, reason } of run.missing) if (reason.startsWith('failed')) failed.set(name, `${reason} (${run.began})`)
  runs.set(run.began, run.conditions)
  const named = new Set([...rows.values()].map((cells) => cells.at(-1)))
  for (const began of runs.keys()) if (!named.has(began)) runs.delete(began)
  return { runs, rows, notes, failed }
}

/**
 * The document with the figures of this run in its table; those of other rows keep the run that measured them. Pure.
 * @throws Error when the marks are not there
 */
export function withFigures(document: string, run: Run): string {
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error('docs/benchmarks.md has no place for the figures')
  const table = merge(parseTable(document.slice(from, to)), run)
  return `${document.slice(0, from)}${begin}\n\n${textOf(table)}\n\n${document.slice(to)}`
}

/** Puts the figures of this run into the table of docs/benchmarks.md. */
export async function writeDocument(run: Run): Promise<void> {
  await writeFile(file, withFigures(await readFile(file, 'utf8'), run))
}
