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

/** PostgreSQL tells in `detail` and `where` which values it refused: whole rows of people. */
function withoutRows(error: Error): Record<string, unknown> {
  const { detail, where, ...rest } = pino.stdSerializers.err(error) as Record<string, unknown>
  const isOfDatabase = 'severity' in rest
  return isOfDatabase ? rest : { ...rest, ...(detail === undefined ? {} : { detail }), ...(where === undefined ? {} : { where }) }
}

export function createLog(options: { level: string; node: string; destination?: { write(text: string): void } }): Log {
  const settings = {
    level: options.level,
    base: { service: 'api', node: options.node },
    serializers: { err: withoutRows },
    redact: { paths, censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
