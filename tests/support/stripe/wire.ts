import { createHash } from 'node:crypto'

/** An answer that is an error, as the service words it. */
export class Refused extends Error {
  readonly status: number
  readonly error: Record<string, unknown>
  constructor(status: number, error: Record<string, unknown>) {
    super(String(error['message']))
    this.status = status
    this.error = error
  }
}

export interface Answer {
  status: number
  body: unknown
}

/** Memory of idempotency keys. */
export function createMemory() {
  const remembered = new Map<string, { request: string; answer: Promise<Answer> }>()
  return {
    /** The same key is acted upon once; with another request it is an error. */
    async once(key: string | undefined, request: string, work: () => unknown): Promise<Answer> {
      const hash = createHash('sha256').update(request).digest('hex')
      const known = key === undefined ? undefined : remembered.get(key)
      if (known && known.request !== hash)
        return {
          status: 400,
          body: { error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters' } },
        }
      if (known) return known.answer
      const done = (async () => {
        try {
          return { status: 200, body: work() }
        } catch (error) {
          if (error instanceof Refused) return { status: error.status, body: { error: error.error } }
          throw error
        }
      })()
      if (key !== undefined) remembered.set(key, { request: hash, answer: done })
      return done
    },
    forget(): void {
      remembered.clear()
    },
  }
}

export function found<T>(map: Map<string, T>, id: string | undefined): T {
  const item = map.get(id ?? '')
  if (item === undefined)
    throw new Refused(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such object: ${id}` })
  return item
}

export const list = (data: readonly unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' })

/** `metadata[name]=value` of a form. */
export function metadataOf(form: Record<string, string>): Record<string, string> {
  const fields = Object.entries(form).flatMap(([name, value]) => {
    const field = /^metadata\[(.+)\]$/.exec(name)?.[1]
    return field === undefined ? [] : [[field, value] as const]
  })
  return Object.fromEntries(fields)
}
