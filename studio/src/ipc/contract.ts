import { z } from 'zod'
import { languageSchema } from '@e-events/shared/domain/language.ts'

interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly input: I
  readonly output: O
}
const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({ input, output })

const nothing = z.strictObject({})

/** https anywhere, plain http only on this machine: a session must not cross a network in the clear. */
export const serverAddressSchema = z
  .url()
  .max(300)
  .refine((value) => isSafeServer(value), { message: 'must be https, or http on this machine' })

export const displaySourceSchema = z.object({
  id: z.string().regex(/^(screen|window):[\w:-]{1,60}$/),
  kind: z.enum(['screen', 'window']),
  name: z.string(),
  /** data: URI of a small picture; empty where the system gives none. */
  thumbnail: z.string(),
})
export type DisplaySource = z.infer<typeof displaySourceSchema>

/** Everything that the renderer may ask of the main process. Nothing else is reachable from a page. */
export const ipcCalls = {
  /** Whether a refresh token is kept, and whether the system's key store guards it. */
  'token.load': call(nothing, z.object({ token: z.string().nullable() })),
  'token.save': call(z.strictObject({ token: z.string().min(1).max(512) }), z.object({ secure: z.boolean() })),
  'token.clear': call(nothing, nothing),
  'server.get': call(nothing, z.object({ address: z.string().nullable() })),
  /** Remembers the platform's address and loads the window anew with it. */
  'server.set': call(z.strictObject({ address: serverAddressSchema }), nothing),
  'server.forget': call(nothing, nothing),
  'display.list': call(nothing, z.object({ sources: z.array(displaySourceSchema), access: z.enum(['granted', 'denied', 'unknown']) })),
  /** The source that the next getDisplayMedia of this window gets. */
  'display.choose': call(z.strictObject({ sourceId: displaySourceSchema.shape.id }), nothing),
  /** On air the screen stays awake, and closing the window asks first. */
  'air.set': call(z.strictObject({ onAir: z.boolean(), language: languageSchema }), nothing),
  'link.open': call(z.strictObject({ url: z.url({ protocol: /^https$/ }).max(2_000) }), nothing),
} as const

export type IpcCalls = typeof ipcCalls
export type IpcName = keyof IpcCalls
export type IpcInput<N extends IpcName> = z.input<IpcCalls[N]['input']>
export type IpcOutput<N extends IpcName> = z.output<IpcCalls[N]['output']>

/** The only channel; it carries the name of each call. */
export const ipcChannel = 'studio'
/** The one member that the preload puts on `window`. */
export const bridgeName = 'studioBridge'

export const ipcErrorCodes = ['IPC_FOREIGN_SENDER', 'IPC_UNKNOWN_CALL', 'IPC_MALFORMED', 'IPC_FAILED'] as const
export type IpcErrorCode = (typeof ipcErrorCodes)[number]

export const ipcReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.enum(ipcErrorCodes), message: z.string() }),
])
export type IpcReply = z.infer<typeof ipcReplySchema>

/** A refusal of the main process. Never silent: the caller gets the code. */
export class IpcError extends Error {
  override readonly name = 'IpcError'
  readonly code: IpcErrorCode
  constructor(code: IpcErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export type IpcHandlers = { [N in IpcName]: (input: z.output<IpcCalls[N]['input']>) => Promise<IpcOutput<N>> | IpcOutput<N> }

/** The bridge that the preload exposes. */
export interface StudioBridge {
  invoke(name: string, input: unknown): Promise<unknown>
}

/**
 * Answers one call in the main process: who asks, what is asked, is it well formed, does the answer fit. `trusted` says
 * whether the sender is our own page.
 */
export async function answerIpc(request: { trusted: boolean; name: unknown; input: unknown }, handlers: IpcHandlers): Promise<IpcReply> {
  if (!request.trusted) return refuse('IPC_FOREIGN_SENDER', 'only the studio itself may call')
  const { name } = request
  if (typeof name !== 'string' || !Object.hasOwn(ipcCalls, name)) return refuse('IPC_UNKNOWN_CALL', String(name).slice(0, 60))
  const known = name as IpcName
  const input = ipcCalls[known].input.safeParse(request.input)
  if (!input.success)
    return refuse('IPC_MALFORMED', input.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  try {
    const handler = handlers[known] as (value: unknown) => unknown
    const output = ipcCalls[known].output.safeParse(await handler(input.data))
    return output.success ? { ok: true, data: output.data } : refuse('IPC_FAILED', `${known}: the answer does not fit`)
  } catch (error) {
    return refuse('IPC_FAILED', error instanceof Error ? error.message : 'failed')
  }
}

/** The renderer's side: typed calls over the bridge. @throws IpcError */
export function createIpcClient(bridge: StudioBridge) {
  return async function invoke<N extends IpcName>(name: N, input: IpcInput<N>): Promise<IpcOutput<N>> {
    const reply = ipcReplySchema.safeParse(await bridge.invoke(name, input))
    if (!reply.success) throw new IpcError('IPC_MALFORMED', `${name}: unreadable answer`)
    if (!reply.data.ok) throw new IpcError(reply.data.code, reply.data.message)
    const output = ipcCalls[name].output.safeParse(reply.data.data)
    if (!output.success) throw new IpcError('IPC_MALFORMED', `${name}: the answer does not fit`)
    return output.data as IpcOutput<N>
  }
}

export type IpcClient = ReturnType<typeof createIpcClient>

function refuse(code: IpcErrorCode, message: string): IpcReply {
  return { ok: false, code, message }
}

function isSafeServer(value: string): boolean {
  const url = URL.parse(value)
  if (!url || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
