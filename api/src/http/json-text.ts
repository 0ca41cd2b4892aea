import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'
import type { z } from 'zod'

/** A reply that was written as JSON already, by the database for most of it: it is sent as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /**
   * An object of that shape and, as its last members, texts that are JSON themselves.
   * @throws Error where the object has another shape
   */
  static joined(shape: z.ZodObject, head: object, members: Record<string, string>): JsonText {
    const parsed = shape.safeParse(head)
    if (!parsed.success) throw new Error(`the reply does not fit the contract: ${parsed.error.message}`, { cause: parsed.error })
    const tail = Object.entries(members).map(([name, text]) => `,${JSON.stringify(name)}:${text}`)
    return new JsonText(`${JSON.stringify(parsed.data).slice(0, -1)}${tail.join('')}}`)
  }
}

/** @throws Error for a text that the contract would have changed: a member too many, too few or of another kind */
export function assertFits(endpoint: Endpoint, { text }: JsonText): void {
  const value: unknown = JSON.parse(text)
  const parsed = endpoint.response?.safeParse(value)
  if (parsed?.success && isDeepStrictEqual(parsed.data, value)) return
  throw new Error(
    `${endpoint.method} ${endpoint.path}: the text does not fit the contract: ${parsed?.error?.message ?? 'members too many'}`,
  )
}
