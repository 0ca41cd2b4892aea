import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startStack, type Stack } from '../../support/stack.ts'
import { endAllChildren } from './child.ts'
import type { Figure, Missing } from './figures.ts'
import { startLabServer, type LabServer } from './lab-page.ts'

export interface BenchOptions {
  rounds: number
  /** Length of one measured stretch. */
  seconds: number
  /** Length of the row that watches whether the ladder keeps up. */
  lagSeconds: number
}

export interface Bench extends BenchOptions {
  /** For clips and runs; removed at the end. */
  folder: string
  /** The whole platform as real processes, started by the first row that asks. */
  stack(): Promise<Stack>
  /** Serves the page of the rows that need a browser. */
  lab: LabServer
  /** One line about what is going on. */
  say(text: string): void
  /** Runs when everything is over, last one first. */
  atEnd(work: () => Promise<void> | void): void
}

export interface Row {
  /** For `--only`. */
  id: string
  title: string
  measure(bench: Bench): Promise<{ figures: Figure[]; missing?: Missing[] }>
}

export async function openBench(options: BenchOptions): Promise<Bench & { close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(process.env['BENCH_DIR'] ?? os.tmpdir(), 'e-events-bench-media-'))
  const endings: (() => Promise<void> | void)[] = []
  const lab = await startLabServer()
  endings.push(() => lab.close())
  let stack: Promise<Stack> | undefined
  const startedMs = performance.now()
  const say = (text: string) => console.log(`  ${((performance.now() - startedMs) / 1000).toFixed(0).padStart(4)} s  ${text}`)
  return {
    ...options,
    folder,
    lab,
    say,
    atEnd: (work) => void endings.push(work),
    stack() {
      stack ??= (async () => {
        say('starting the platform')
        await mkdir(path.join(folder, 'logs'), { recursive: true })
        // Informational log lines belong to the service, as in production.
        const keep = process.env['BENCH_LOGS']
        const started = await startStack({
          logDir: keep ?? path.join(folder, 'logs'),
          env: { SFU_ALLOWED_ORIGINS: lab.origin },
        })
        endings.push(() => started.stop())
        return started
      })()
      return stack
    },
    async close() {
      endAllChildren()
      for (const work of endings.toReversed()) {
        try {
          await work()
        } catch (error) {
          say(`while ending: ${String(error)}`)
        }
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
