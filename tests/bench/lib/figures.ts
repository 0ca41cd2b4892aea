/** One line of the table. Numbers are of the unit that `unit` names; ratio is ours divided by the baseline. */
export interface Figure {
  name: string
  unit: string
  ours: readonly number[]
  baseline: readonly number[]
  /** Without a baseline the figure itself is judged. */
  goal: { ratioAtMost?: number; oursAtMost?: number }
  /** Conditions of the figure: source, length, load. */
  note?: string
}

export interface Missing {
  name: string
  reason: string
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** Linear between neighbours; NaN of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = ((sorted.length - 1) * percent) / 100
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  return below === undefined || above === undefined ? Number.NaN : below + (above - below) * (position - Math.floor(position))
}

/** Ours divided by the baseline, round by round: neighbours in time share the state of the machine. */
export function ratios({ ours, baseline }: Pick<Figure, 'ours' | 'baseline'>): number[] {
  return ours.slice(0, baseline.length).map((value, round) => value / (baseline[round] ?? Number.NaN))
}

/** Undefined: the goal cannot be judged from what was measured. */
export function isMet(figure: Figure): boolean | undefined {
  const { ratioAtMost, oursAtMost } = figure.goal
  const verdicts: boolean[] = []
  if (ratioAtMost !== undefined) {
    const ratio = median(ratios(figure))
    if (Number.isNaN(ratio)) return undefined
    verdicts.push(ratio <= ratioAtMost)
  }
  if (oursAtMost !== undefined) {
    const ours = median(figure.ours)
    if (Number.isNaN(ours)) return undefined
    verdicts.push(ours <= oursAtMost)
  }
  return verdicts.length === 0 ? undefined : verdicts.every(Boolean)
}

const spread = (values: readonly number[], digits: number): string => {
  // Nothing was measured, or nothing is divided by nothing.
  if (values.length === 0 || values.some(Number.isNaN)) return '–'
  const text = (value: number) => value.toFixed(digits)
  if (values.length === 1) return text(median(values))
  return `${text(median(values))} (${text(Math.min(...values))}–${text(Math.max(...values))})`
}

const digitsFor = (values: readonly number[]): number => {
  const size = Math.abs(median(values))
  return size >= 100 ? 0 : size >= 10 ? 1 : 2
}

const withUnit = (values: readonly number[], unit: string): string =>
  values.length === 0 ? '–' : `${spread(values, digitsFor(values))} ${unit}`

function goalText({ goal, unit }: Figure): string {
  const parts = [
    ...(goal.ratioAtMost === undefined ? [] : [`ratio ≤ ${goal.ratioAtMost}`]),
    ...(goal.oursAtMost === undefined ? [] : [`≤ ${goal.oursAtMost} ${unit}`]),
  ]
  return parts.join(', ') || '–'
}

/** Figure, ours, baseline, ratio, goal, verdict: the cells of one line. */
export function cellsOf(figure: Figure): string[] {
  const met = isMet(figure)
  return [
    figure.name,
    withUnit(figure.ours, figure.unit),
    withUnit(figure.baseline, figure.unit),
    spread(ratios(figure), 2),
    goalText(figure),
    met === undefined ? '–' : met ? 'met' : 'missed',
  ]
}

export const head = ['figure', 'ours', 'baseline', 'ratio', 'goal', 'verdict']

/** A table for people and for Markdown alike. */
export const tableOf = (figures: readonly Figure[]): string => alignedTable(head, figures.map(cellsOf))

export function alignedTable(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = columns.map((name, column) => Math.max(name.length, ...lines.map((line) => (line[column] ?? '').length)))
  const row = (line: readonly string[]) => `| ${columns.map((_, column) => (line[column] ?? '').padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [row(columns), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n')
}

/** Table, notes and what could not be measured. */
export function reportOf(figures: readonly Figure[], missing: readonly Missing[]): string {
  const notes = figures.flatMap(({ name, note }) => (note === undefined ? [] : [`- ${name}: ${note}`]))
  const left = missing.map(({ name, reason }) => `- ${name}: ${reason}`)
  return [
    ...(figures.length > 0 ? [tableOf(figures)] : []),
    ...(notes.length > 0 ? ['Notes', notes.join('\n')] : []),
    ...(left.length > 0 ? ['Not measured in this run', left.join('\n')] : []),
  ].join('\n\n')
}
