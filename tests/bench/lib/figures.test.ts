import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cpuSecondsOf, parseMachine, parseStat, stolenPercent, treeSeconds } from './cpu.ts'
import { withFigures, type Run } from './document.ts'
import { cellsOf, isMet, median, percentile, ratios, reportOf, type Figure } from './figures.ts'
import { interleave } from './rounds.ts'

const figure = (fields: Partial<Figure> = {}): Figure => ({
  name: 'Work',
  unit: 's',
  ours: [1, 3, 2],
  baseline: [2, 4, 2],
  goal: { ratioAtMost: 0.8 },
  ...fields,
})

describe('numbers of a run', () => {
  it('knows no median of nothing, and judges nothing by it', () => {
    expect(median([])).toBeNaN()
    expect(isMet(figure({ ours: [], baseline: [] }))).toBeUndefined()
    expect(isMet(figure({ goal: {} }))).toBeUndefined()
    expect(cellsOf(figure({ ours: [], baseline: [] })).slice(1)).toEqual(['–', '–', '–', 'ratio ≤ 0.8', '–'])
    expect(cellsOf(figure({ ours: [0], baseline: [0] }))[3]).toBe('–')
  })

  it('takes the middle, also between two', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1])).toBe(2.5)
    expect(percentile([0, 10, 20, 30, 40], 95)).toBeCloseTo(38)
    expect(percentile([7], 95)).toBe(7)
  })

  it('compares round by round', () => {
    expect(ratios(figure())).toEqual([0.5, 0.75, 1])
    expect(ratios(figure({ baseline: [2] }))).toEqual([0.5])
  })

  it('a goal is met at its very limit and missed above it; two goals both have to be met', () => {
    expect(isMet(figure({ goal: { ratioAtMost: 0.75 } }))).toBe(true)
    expect(isMet(figure({ goal: { ratioAtMost: 0.749 } }))).toBe(false)
    expect(isMet(figure({ goal: { ratioAtMost: 0.75, oursAtMost: 2 } }))).toBe(true)
    expect(isMet(figure({ goal: { ratioAtMost: 0.75, oursAtMost: 1.9 } }))).toBe(false)
  })

  it('a missing row stands in the report with its reason and without a number', () => {
    const report = reportOf([figure({ note: 'in the test' })], [{ name: 'Other work', reason: 'no nginx' }])
    expect(report).toContain('| Work')
    expect(report).toContain('2.00 (1.00–3.00) s')
    expect(report).toContain('0.75 (0.50–1.00)')
    expect(report).toContain('- Work: in the test')
    expect(report).toContain('Not measured in this run\n\n- Other work: no nginx')
    expect(report).not.toContain('| Other work')
  })

  it('takes turns, and changes who begins', async () => {
    const order: string[] = []
    const side = (name: string) => (round: number) => {
      order.push(`${name}${round}`)
      return Promise.resolve(round + 1)
    }
    const measured = await interleave({ rounds: 3, say: () => undefined }, 'x', { ours: side('a'), baseline: side('b') })
    expect(order).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2'])
    expect(measured).toEqual({ ours: [1, 2, 3], baseline: [1, 2, 3] })
  })
})

describe('processor time', () => {
  const line = (pid: number, parent: number, times: string, name = 'node') =>
    `${pid} (${name}) S ${parent} 1 1 0 -1 4194560 100 0 0 0 ${times} 20 0 1 0 100 1000 10`

  it('is not fooled by the name of a process', () => {
    expect(parseStat(line(7, 3, '10 5 2 1', 'evil) S 99 (x'))).toEqual({ pid: 7, parentPid: 3, ownTicks: 15, reapedTicks: 3 })
    expect(parseStat('')).toBeUndefined()
    expect(parseStat('7 (cut off) S 3')).toBeUndefined()
  })

  it('tells what the host held back from what was idle', () => {
    const before = parseMachine('cpu  1000 100 200 9000 50 10 20 30 0 0')
    expect(before).toEqual({ worked: 13.3, stolen: 0.3 })
    expect(stolenPercent(before, parseMachine('cpu  1600 200 300 99000 90 10 120 130 500 0'))).toBeCloseTo(10)
    expect(stolenPercent(before, before)).toBe(0)
  })

  it('adds up a tree with the children that have ended, and nobody else', () => {
    const all = [line(1, 0, '1000 0 0 0'), line(7, 1, '10 5 2 1'), line(8, 7, '100 0 0 50'), line(9, 8, '1 1 0 0'), line(10, 1, '7 7 7 7')]
    const processes = all.flatMap((text) => parseStat(text) ?? [])
    expect(treeSeconds(processes, 7)).toBeCloseTo(1.7)
    expect(treeSeconds(processes, 99)).toBe(0)
  })

  it.runIf(process.platform === 'linux')('reads this very process', () => {
    expect(parseStat(readFileSync('/proc/self/stat', 'utf8'))?.pid).toBe(process.pid)
    expect(cpuSecondsOf(process.pid)).toBeGreaterThan(0)
    expect(() => cpuSecondsOf(2 ** 30)).toThrow('is gone')
  })
})

describe('the document', () => {
  const document = 'before\n<!-- figures: begin (npm run bench -- --write) -->\n<!-- figures: end -->\nafter\n'
  const run = (fields: Partial<Run> = {}): Run => ({
    began: '2026-11-28 21:05 UTC',
    conditions: '2 cores',
    figures: [figure({ note: 'first' }), figure({ name: 'kill -9 api: a segment', note: 'every: way' })],
    missing: [],
    titles: ['Rows'],
    isWhole: true,
    ...fields,
  })
  const later = (fields: Partial<Run> = {}) =>
    run({ began: '2026-11-29 10:00 UTC', conditions: '4 cores', figures: [figure({ note: 'second' })], isWhole: false, ...fields })
  const linesOf = (text: string) => text.split('\n').map((line) => line.replaceAll(/ +/g, ' '))

  it('is refused without its marks', () => {
    expect(() => withFigures('nothing', run())).toThrow('no place for the figures')
  })

  it('gets the table and keeps the rest, the same however often', () => {
    const once = withFigures(document, run())
    expect(once.startsWith('before\n<!-- figures: begin (npm run bench -- --write) -->\n\nRuns\n\n- 2026-11-28 21:05 UTC: 2 cores\n')).toBe(
      true,
    )
    expect(once.endsWith('\n\n<!-- figures: end -->\nafter\n')).toBe(true)
    expect(linesOf(once)).toContain(
      '| Work | 2.00 (1.00–3.00) s | 2.00 (2.00–4.00) s | 0.75 (0.50–1.00) | ratio ≤ 0.8 | met | 2026-11-28 21:05 UTC |',
    )
    expect(linesOf(once)).toContain('- kill -9 api: a segment: every: way')
    expect(withFigures(once, run())).toBe(once)
    expect(withFigures(once, run({ isWhole: false }))).toBe(once)
  })

  it('keeps the figures of rows that a later run did not measure, each with its run', () => {
    const twice = linesOf(withFigures(withFigures(document, run()), later()))
    expect(twice.filter((line) => /^- 2026|^- Work|^- kill|^\| (Work|kill)/.test(line))).toEqual([
      '- 2026-11-28 21:05 UTC: 2 cores',
      '- 2026-11-29 10:00 UTC: 4 cores',
      expect.stringMatching(/^\| Work .* 2026-11-29 10:00 UTC \|$/),
      expect.stringMatching(/^\| kill -9 api: a segment .* 2026-11-28 21:05 UTC \|$/),
      '- Work: second',
      '- kill -9 api: a segment: every: way',
    ])
  })

  it('names no run of which nothing is left, and keeps nothing beside a whole run', () => {
    const whole = withFigures(withFigures(document, run()), later({ isWhole: true }))
    expect(whole).not.toContain('kill -9')
    expect(whole).not.toContain('2026-11-28')
  })

  it('names what failed until it was measured, and not what nobody asked for', () => {
    const missing = [
      { name: 'Rows', reason: 'failed: no nginx' },
      { name: 'Others', reason: 'not asked for' },
    ]
    const failed = withFigures(document, run({ missing, titles: [] }))
    expect(failed).toContain('Failed\n\n- Rows: failed: no nginx (2026-11-28 21:05 UTC)')
    expect(failed).not.toContain('Others')
    expect(withFigures(failed, later({ titles: [] }))).toContain('no nginx')
    expect(withFigures(failed, later())).not.toContain('no nginx')
  })

  it('has its marks', () => {
    expect(() => withFigures(readFileSync(new URL('../../../docs/benchmarks.md', import.meta.url), 'utf8'), run())).not.toThrow()
  })
})
