// The media figures of the platform, each against a baseline that is measured in turns with it. Started by `npm run
// bench`.
import os from 'node:os'
import { parseArgs } from 'node:util'
import { openBench } from './lib/bench.ts'
import { machineTimes, stolenPercent } from './lib/cpu.ts'
import { writeDocument } from './lib/document.ts'
import { reportOf, type Figure, type Missing } from './lib/figures.ts'
import { allRows } from './lib/rows.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '20' },
    'lag-seconds': { type: 'string', default: '600' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const wanted = values.only?.split(',')
const unknown = wanted?.filter((id) => !allRows.some((row) => row.id === id)) ?? []
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. Rows: ${allRows.map(({ id }) => id).join(', ')}`)
  process.exit(2)
}

const began = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
const bench = await openBench({
  rounds: positive('rounds', values.rounds),
  seconds: positive('seconds', values.seconds),
  lagSeconds: positive('lag-seconds', values['lag-seconds']),
})
const figures: Figure[] = []
const missing: Missing[] = []
const titles: string[] = []
const loads = [os.loadavg()[0] ?? 0]
const atFirst = machineTimes()
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopped = true
    void bench.close().then(() => process.exit(130))
  })
}

for (const row of allRows) {
  if (stopped) break
  if (wanted && !wanted.includes(row.id)) {
    missing.push({ name: row.title, reason: 'not asked for' })
    continue
  }
  console.log(`\n${row.title} (${row.id})`)
  try {
    const result = await row.measure(bench)
    figures.push(...result.figures)
    missing.push(...(result.missing ?? []))
    titles.push(row.title)
    console.log(reportOf(result.figures, result.missing ?? []))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    missing.push({ name: row.title, reason: `failed: ${reason.split('\n')[0] ?? ''}` })
    console.error(error instanceof Error ? error.stack : reason)
  }
  loads.push(os.loadavg()[0] ?? 0)
  // After each row: a run that is ended has not measured for nothing.
  if (values.write) await writeDocument({ began, conditions: conditionsNow(), figures, missing, titles, isWhole: false })
}
await bench.close()

console.log(`\n${began} · ${conditionsNow()}\n\n${reportOf(figures, missing)}`)
if (values.write) {
  const isWhole = wanted === undefined && !stopped
  await writeDocument({ began, conditions: conditionsNow(), figures, missing, titles, isWhole })
  console.log('\nwritten to docs/benchmarks.md')
}
process.exit(missing.some(({ reason }) => reason.startsWith('failed')) ? 1 : 0)

function conditionsNow(): string {
  return [
    `${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim() ?? 'unknown'})`,
    `Node ${process.versions.node}`,
    `${bench.rounds} rounds of ${bench.seconds} s`,
    `load average ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} (of this bench and everything beside it)`,
    `${stolenPercent(atFirst, machineTimes()).toFixed(1)} % of the processor time held back by the host`,
  ].join(' · ')
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value <= 0) {
    console.error(`--${name} needs a whole number above 0`)
    process.exit(2)
  }
  return value
}
