import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import { negotiateLanguage, type Language } from '@e-events/shared/domain/language.ts'
import { DomainError, type ErrorCode } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import { errorText } from '@e-events/shared/locales/errors.ts'
import type { SecurityLog } from '@e-events/shared/node/security-log.ts'
import { createKeyedBuckets, TokenBucket } from '@e-events/shared/node/token-bucket.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { GrantClaims } from './authenticate.ts'
import type { CallerLink, OpenCaller } from './caller.ts'
import { callerAddress, originAllowed } from './doors.ts'
import type { PipelineHooks } from './pipeline.ts'

export interface SocketServerDeps {
  http: HttpServer
  clock: Clock
  log: Log
  /** The node goes down: nobody new is let in. */
  isDraining(): boolean
  authenticate(auth: unknown): Promise<GrantClaims>
  openCaller: OpenCaller
  allowedOrigins: readonly string[]
  trustProxy: boolean
  hooks: PipelineHooks
  security: SecurityLog
  /** A handshake was turned away. */
  onRefusedHandshake(code: ErrorCode | 'ORIGIN'): void
}

export interface SocketServer {
  readonly connections: number
  close(): Promise<void>
}

/** A full set of a browser's capabilities is about 10 kB. */
const maxMessageBytes = 64 * 1024
/** New connections from one address; a company's whole audience may sit behind one. */
const handshakesPerAddress = { perSecond: 50, burst: 300 }
/** Connections one account may hold on this node at a time: a few tabs and devices. */
const connectionsPerAccount = 12
/** Who has a grant and does not join is not a viewer. */
const joinWithinMs = 10_000
/** Requests that wait for the one before them; a client that asks faster than it listens is cut off. */
const queuedRequests = 64
/** Refused for their rate within one connection before it is cut off. */
const patience = 600

const suspicious: ReadonlySet<string> = new Set(['ORIGIN', 'RATE_LIMITED', 'SIGNAL_TOKEN_INVALID'])

/**
 * Signalling over socket.io: WebSocket only, at the fixed path, one peer per connection, requests in the order they
 * came.
 */
export function createSocketServer(deps: SocketServerDeps): SocketServer {
  const { clock, log, hooks } = deps
  const handshakes = createKeyedBuckets(handshakesPerAddress)
  const perAccount = new Map<string, number>()

  /** Counts a refused handshake, and logs those that no client of ours causes as security events. */
  const reportRefusal = (request: IncomingMessage, code: ErrorCode | 'ORIGIN') => {
    deps.onRefusedHandshake(code)
    if (suspicious.has(code)) deps.security('signal.refused', { address: callerAddress(request, deps.trustProxy), reason: code })
  }

  const io = new Server(deps.http, {
    path: '/sfu/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: maxMessageBytes,
    connectTimeout: 10_000,
    // A studio whose cable is pulled is noticed within ten seconds.
    pingInterval: 5_000,
    pingTimeout: 5_000,
    perMessageDeflate: false,
    allowRequest(request, decide) {
      if (!originAllowed(request.headers, deps.allowedOrigins)) {
        reportRefusal(request, 'ORIGIN')
        decide('foreign origin', false)
        return
      }
      if (!handshakes.take(callerAddress(request, deps.trustProxy), clock.nowMs())) {
        reportRefusal(request, 'RATE_LIMITED')
        decide('too many connections', false)
        return
      }
      decide(null, true)
    },
  })

  io.use((socket, proceed) => {
    const language = languageOf(socket)
    admit(socket).then(
      () => proceed(),
      (error: unknown) => {
        const code = error instanceof DomainError ? error.code : 'INTERNAL'
        if (code === 'INTERNAL') log.error({ err: error }, 'handshake failed')
        reportRefusal(socket.request, code)
        // socket.io hands `data` to the client's connect_error.
        proceed(Object.assign(new Error(code), { data: { code, message: errorText(code, language) } }))
      },
    )
  })

  io.on('connection', (socket) => {
    const { claims } = socket.data as { claims: GrantClaims }
    serve(socket, claims)
  })

  async function admit(socket: Socket): Promise<void> {
    if (deps.isDraining()) throw new DomainError('NODE_DRAINING')
    const claims = await deps.authenticate(socket.handshake.auth)
    const key = `${claims.role}:${claims.sub}`
    const service = claims.role === 'egress' || claims.role === 'ingest'
    if (!service && (perAccount.get(key) ?? 0) >= connectionsPerAccount) throw new DomainError('SIGNAL_LIMIT')
    ;(socket.data as { claims?: GrantClaims }).claims = claims
  }

  function serve(socket: Socket, claims: GrantClaims): void {
    const key = `${claims.role}:${claims.sub}`
    perAccount.set(key, (perAccount.get(key) ?? 0) + 1)
    const language = languageOf(socket)
    const link: CallerLink = {
      notify: (notification) => socket.emit('notification', notification),
      // Pending messages must still go out: socket.io flushes before it closes.
      disconnect: () => socket.disconnect(true),
    }
    const caller = deps.openCaller(claims, link)
    const who = { peerId: caller.id, role: claims.role, roomId: caller.roomId }
    const bucket = new TokenBucket(
      { perSecond: limits.signalingRequestsPerSecond, burst: limits.signalingRequestsPerSecond * 2 },
      clock.nowMs(),
    )
    let queued = 0
    let ignored = 0
    let last: Promise<void> = Promise.resolve()
    const stopJoinTimer = clock.after(joinWithinMs, () => {
      if (!caller.isIn) socket.disconnect(true)
    })

    const refuse = (reply: unknown, code: ErrorCode) => {
      hooks.answered('refused', code, 0)
      if (typeof reply === 'function')
        (reply as (answer: unknown) => void)({ ok: false, error: { code, message: errorText(code, language) } })
      ignored += 1
      if (ignored > patience) socket.disconnect(true)
    }

    // Not socket.on('request'): other events and shapes must be counted too, not silently dropped.
    socket.onAny((event: unknown, ...args: unknown[]) => {
      const reply = args.at(-1)
      if (!bucket.take(clock.nowMs()) || queued >= queuedRequests) {
        refuse(reply, 'SIGNAL_LIMIT')
        return
      }
      if (event !== 'request' || typeof reply !== 'function' || args.length !== 2) {
        refuse(reply, 'SIGNAL_MALFORMED')
        return
      }
      queued += 1
      last = last.then(async () => {
        const envelope = await caller.answer(args[0], language, hooks)
        queued -= 1
        ;(reply as (answer: unknown) => void)(envelope)
      })
    })

    socket.on('disconnect', (reason) => {
      stopJoinTimer()
      const left = (perAccount.get(key) ?? 1) - 1
      if (left > 0) perAccount.set(key, left)
      else perAccount.delete(key)
      log.debug({ ...who, reason }, 'peer disconnected')
      caller.leave()
    })
    log.debug(who, 'peer connected')
  }

  return {
    get connections() {
      return io.engine.clientsCount
    },
    async close() {
      await io.close()
    },
  }
}

/** The language of refusals: as given in the client's handshake, else by its browser. */
function languageOf(socket: Socket): Language {
  const wanted: unknown = (socket.handshake.auth as Record<string, unknown>)['language']
  return negotiateLanguage(typeof wanted === 'string' ? wanted : socket.handshake.headers['accept-language'])
}
