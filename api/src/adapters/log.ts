import { pino, type Logger } from 'pino'

export type Log = Logger

/** Keys whose values never reach a log line, wherever they stand. */
const secretKeys = [
  'password',
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'refreshToken',
  'authToken',
  'credential',
  'secret',
  'code',
  'currentPassword',
]
const paths = secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`])

export function createLog(options: { level: string; node: string; destination?: { write(text: string): void } }): Log {
  const settings = {
    level: options.level,
    base: { service: 'api', node: options.node },
    redact: { paths, censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
