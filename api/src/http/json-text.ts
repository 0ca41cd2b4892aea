import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@e-events/shared/contract/endpoint.ts'

/** A reply that was written as JSON already, by the database for most of it: it is sent as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** An object and, as its last members, texts that are JSON themselves. */
  static joined(head: object, members: Record<string, string>): JsonText {
    const tail = Object.entries(members).map(([name, text]) => `,${JSON.stringify(name)}:${text}`)
    return new JsonText(`${JSON.stringify(head).slice(0, -1)}${tail.join('')}}`)
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
