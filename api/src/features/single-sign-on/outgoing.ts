import { SingleSignOnError } from './policy.ts'

const timeoutMs = 5_000
const maxBytes = 256 * 1024

/**
 * JSON of a provider: within five seconds, of a bounded size, without following it elsewhere.
 * @throws SingleSignOnError unavailable, whose text holds nothing of what was sent or answered
 */
export async function fetchJson(
  address: string,
  init: Pick<RequestInit, 'method' | 'body'> & { headers?: Record<string, string> } = {},
): Promise<{ status: number; body: unknown }> {
  const where = new URL(address).origin
  try {
    const reply = await fetch(address, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const bytes = await readBounded(reply)
    return { status: reply.status, body: JSON.parse(new TextDecoder().decode(bytes)) as unknown }
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : 'failure'
    throw new SingleSignOnError('unavailable', { detail: `${where} gave no readable answer (${name})`, fault: 'unreachable' })
  }
}

async function readBounded(reply: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = (reply.body as ReadableStream<Uint8Array> | null)?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength
    if (size > maxBytes) {
      await reader?.cancel()
      throw new RangeError('too large')
    }
    parts.push(read.value)
  }
  return Buffer.concat(parts)
}
