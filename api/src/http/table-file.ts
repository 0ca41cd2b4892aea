import type { Download } from '@e-events/shared/contract/endpoint.ts'
import type { Cell, Row } from 'write-excel-file/node'

export type TableValue = string | number | Date | null
export interface TableColumn<Item> {
  header: string
  value(item: Item): TableValue
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The most that a cell of a workbook holds. */
const cellChars = 32_767

/**
 * A table of people's words as a file. CSV leaves as it is read, batch by batch; a workbook is one archive and is made
 * whole (ten thousand rows of twenty columns are a few megabytes).
 */
export async function toTableFile<Item>(table: {
  /** Without ending. */
  name: string
  format: 'csv' | 'xlsx'
  columns: readonly TableColumn<Item>[]
  batches: AsyncIterable<readonly Item[]>
}): Promise<Download> {
  const fileName = `${table.name}.${table.format}`
  if (table.format === 'csv') return { fileName, contentType: 'text/csv; charset=utf-8', content: csv(table.columns, table.batches) }
  return { fileName, contentType: xlsxType, content: await workbook(table.columns, table.batches) }
}

async function* csv<Item>(columns: readonly TableColumn<Item>[], batches: AsyncIterable<readonly Item[]>): AsyncGenerator<Uint8Array> {
  // The byte order mark tells spreadsheets that this is UTF-8.
  yield Buffer.from(`\ufeff${csvLine(columns.map(({ header }) => header))}`)
  for await (const batch of batches) yield Buffer.from(batch.map((item) => csvLine(columns.map((column) => column.value(item)))).join(''))
}

/** RFC 4180. */
export function csvLine(values: readonly TableValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

function csvCell(value: TableValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return value.toISOString()
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Matches text that a spreadsheet would run as a formula: somebody typed it into a name, and staff opens the file.
 * Leading blanks do not stop it.
 */
function isFormula(text: string): boolean {
  return /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/.test(text)
}

async function workbook<Item>(columns: readonly TableColumn<Item>[], batches: AsyncIterable<readonly Item[]>): Promise<Buffer> {
  const rows: Row[] = [columns.map(({ header }): Cell => ({ value: header, type: String, fontWeight: 'bold' }))]
  for await (const batch of batches) for (const item of batch) rows.push(columns.map((column) => xlsxCell(column.value(item))))
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  return writeXlsxFile(rows, { columns: columns.map(() => ({ width: 24 })), stickyRowsCount: 1 }).toBuffer()
}

/** Typed as text, so that a workbook never takes it for a formula. */
function xlsxCell(value: TableValue): Cell {
  if (value === null || value === '') return null
  if (typeof value === 'number') return { value, type: Number }
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm' }
  return { value: xmlText(value).slice(0, cellChars).toWellFormed(), type: String }
}

/** XML has no place for most control characters, not even escaped. */
function xmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is removed
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
}
