// One line per step with its elapsed time: alive on a terminal, plain lines in a log.

/** The end of a set-up that cannot go on: the message says what to do, and no stack trace is printed. */
export class Advice extends Error {
  name = 'Advice'
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const HEARTBEAT_MS = 30_000

/**
 * @param {{ stream?: NodeJS.WritableStream & { isTTY?: boolean, columns?: number }, quietBelowMs?: number }} [options]
 * @returns {{ step<T>(name: string, work: (note: (text: string) => void) => Promise<T> | T): Promise<T>, line(text:
 * string): void }} step runs one piece of work; `note` names what it is at, and the last note stands behind the time
 * when it is done
 */
export function createProgress({ stream = process.stdout, quietBelowMs = 0 } = {}) {
  const live = Boolean(stream.isTTY) && process.env.TERM !== 'dumb' && !process.env.CI
  return {
    line: (text) => void stream.write(`${text}\n`),
    async step(name, work) {
      const started = Date.now()
      let note = ''
      let frame = 0
      let announced = false
      const draw = () => {
        frame += 1
        const text = row(FRAMES[frame % FRAMES.length], name, Date.now() - started, note)
        stream.write(`\r\u001B[2K${text.slice(0, (stream.columns ?? 100) - 1)}`)
      }
      const beat = () => {
        announced = true
        stream.write(`${row('…', name, Date.now() - started, note)}\n`)
      }
      const timer = setInterval(live ? draw : beat, live ? 100 : HEARTBEAT_MS)
      // In a log, say what is going on as soon as it is clear that it takes a while.
      const first = live ? undefined : setTimeout(beat, 3000)
      try {
        const result = await work((text) => (note = text))
        const elapsed = Date.now() - started
        if (live) stream.write('\r\u001B[2K')
        if (elapsed >= quietBelowMs || announced) stream.write(`${row('✓', name, elapsed, note)}\n`)
        return result
      } catch (error) {
        if (live) stream.write('\r\u001B[2K')
        stream.write(`${row('✗', name, Date.now() - started, note)}\n`)
        throw error
      } finally {
        clearInterval(timer)
        clearTimeout(first)
      }
    },
  }
}

/** @param {number} ms @returns {string} `0.4 s`, `42 s`, `3 min 05 s` */
export function elapsedText(ms) {
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

function row(sign, name, ms, note) {
  return `  ${sign} ${name.padEnd(22)} ${elapsedText(ms).padStart(12)}   ${note}`.trimEnd()
}
