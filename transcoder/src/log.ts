import { pino, type Logger } from 'pino'

/** JSON lines on stdout; whatever could open a door is blacked out by its key. */
export function createLog(level: string, nodeId: string): Logger {
  return pino({
    level,
    base: { service: 'transcoder', node: nodeId },
    redact: { paths: ['token', '*.token', 'secret', '*.secret', 'authorization', '*.authorization'], censor: '[redacted]' },
  })
}
