import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** JSON lines on stdout; whatever could open a door is blacked out by its key. */
export function createLog(level: string, nodeId: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { service: 'sfu', node: nodeId },
    redact: {
      paths: [
        'token',
        '*.token',
        'auth',
        '*.auth',
        'password',
        '*.password',
        'authorization',
        '*.authorization',
        '*.iceParameters',
        '*.srtpParameters',
      ],
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
