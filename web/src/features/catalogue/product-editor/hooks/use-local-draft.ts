import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProductFields } from '../fields.ts'
import { clearDraft, writeDraft } from '../local-draft.ts'

const pauseMs = 400

interface LocalDraftOptions {
  isDirty: boolean
  /** The server's clock: what is kept here is compared with when the server stored something. */
  nowMs: () => number
}

interface LocalDraftState {
  /** When this browser last kept it; null: not yet, or it cannot. */
  keptAtMs: number | null
  /** It is stored elsewhere now, or not wanted any more. */
  forget: () => void
}

/** Keeps what is typed in this browser, a moment after each change and at the latest when the page goes away. */
export function useLocalDraft(key: string, fields: ProductFields, { isDirty, nowMs }: LocalDraftOptions): LocalDraftState {
  const [keptAtMs, setKeptAt] = useState<number | null>(null)
  const pending = useRef<ProductFields | null>(null)
  const flush = useCallback(() => {
    if (pending.current === null) return
    const atMs = nowMs()
    if (writeDraft(key, pending.current, atMs)) setKeptAt(atMs)
    pending.current = null
  }, [key, nowMs])
  useEffect(() => {
    if (!isDirty) return undefined
    pending.current = fields
    const timer = setTimeout(flush, pauseMs)
    return () => clearTimeout(timer)
  }, [fields, isDirty, flush])
  useEffect(() => {
    globalThis.addEventListener('pagehide', flush)
    return () => {
      globalThis.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  const forget = useCallback(() => {
    pending.current = null
    clearDraft(key)
    setKeptAt(null)
  }, [key])
  return { keptAtMs, forget }
}
