import { describe, expect, it, vi } from 'vitest'
import { answerIpc, createIpcClient, IpcError, serverAddressSchema, type IpcHandlers } from './contract.ts'

function handlers(over: Partial<IpcHandlers> = {}): IpcHandlers {
  return {
    'token.load': () => ({ token: null }),
    'token.save': () => ({ secure: true }),
    'token.clear': () => ({}),
    'server.get': () => ({ address: null }),
    'server.set': () => ({}),
    'server.forget': () => ({}),
    'display.list': () => ({ sources: [], access: 'granted' }),
    'display.choose': () => ({}),
    'air.set': () => ({}),
    'link.open': () => ({}),
    ...over,
  }
}

describe('the main process refuses', () => {
  it('a foreign sender, before it looks at what is asked', async () => {
    const load = vi.fn(() => ({ token: 'secret' }))
    const reply = await answerIpc({ trusted: false, name: 'token.load', input: {} }, handlers({ 'token.load': load }))
    expect(reply).toMatchObject({ ok: false, code: 'IPC_FOREIGN_SENDER' })
    expect(load).not.toHaveBeenCalled()
  })

  it.each(['', 'token.steal', '__proto__', 'constructor', 7, null])('the unknown call %s', async (name) => {
    expect(await answerIpc({ trusted: true, name, input: {} }, handlers())).toMatchObject({ ok: false, code: 'IPC_UNKNOWN_CALL' })
  })

  it.each([
    ['token.save', {}],
    ['token.save', { token: '' }],
    ['token.save', { token: 'x'.repeat(600) }],
    ['token.save', { token: 'x', path: '/etc/passwd' }],
    ['server.set', { address: 'http://example.org' }],
    ['server.set', { address: 'file:///etc/passwd' }],
    ['server.set', { address: 'https://user:password@example.org' }],
    ['display.choose', { sourceId: 'camera:0' }],
    ['link.open', { url: 'file:///bin/sh' }],
    ['link.open', { url: 'http://example.org' }],
    ['link.open', { url: 'javascript:alert(1)' }],
    ['air.set', { onAir: 'yes', language: 'es' }],
    ['token.load', undefined],
  ])('a malformed %s %j', async (name, input) => {
    expect(await answerIpc({ trusted: true, name, input }, handlers())).toMatchObject({ ok: false, code: 'IPC_MALFORMED' })
  })

  it('to pass on a failure with its stack, or an answer that does not fit', async () => {
    const failing = handlers({
      'token.load': () => {
        throw new Error('no keyring')
      },
      'server.get': () => ({ address: 7 as unknown as string }),
    })
    expect(await answerIpc({ trusted: true, name: 'token.load', input: {} }, failing)).toEqual({
      ok: false,
      code: 'IPC_FAILED',
      message: 'no keyring',
    })
    expect(await answerIpc({ trusted: true, name: 'server.get', input: {} }, failing)).toMatchObject({ ok: false, code: 'IPC_FAILED' })
  })
})

describe('the renderer', () => {
  const client = (reply: unknown) => createIpcClient({ invoke: () => Promise.resolve(reply) })

  it('throws the code of a refusal', async () => {
    await expect(client({ ok: false, code: 'IPC_FAILED', message: 'x' })('token.load', {})).rejects.toMatchObject({ code: 'IPC_FAILED' })
  })

  it.each([undefined, 'hello', { ok: true }, { ok: true, data: { token: 7 } }])('throws IPC_MALFORMED for %j', async (reply) => {
    await expect(client(reply)('token.load', {})).rejects.toBeInstanceOf(IpcError)
  })

  it('gets what the main process answers', async () => {
    const invoke = createIpcClient({
      invoke: (name, input) => answerIpc({ trusted: true, name, input }, handlers({ 'token.load': () => ({ token: 't' }) })),
    })
    await expect(invoke('token.load', {})).resolves.toEqual({ token: 't' })
  })
})

describe('the address of a platform', () => {
  it.each([
    ['https://events.example.org', true],
    ['http://localhost:8080', true],
    ['http://127.0.0.1:8080', true],
    ['http://192.168.1.5', false],
    ['http://localhost.example.org', false],
    ['ftp://example.org', false],
    ['events', false],
  ])('%s is %s', (address, allowed) => {
    expect(serverAddressSchema.safeParse(address).success).toBe(allowed)
  })
})
