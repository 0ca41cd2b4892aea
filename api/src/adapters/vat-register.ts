import type { VatId } from '@e-events/shared/domain/vat-id.ts'

/** Answer of a register of VAT ids. Without one, an id is judged by its format alone. */
export type VatAnswer = 'valid' | 'invalid' | 'unreachable'
export type VatRegister = (id: VatId) => Promise<VatAnswer>

const timeoutMs = 3_000

/** Register of the member states (VIES, REST) at the address that the installation names. It never throws. */
export function createVatRegister(url: string): VatRegister {
  return async ({ prefix, number }) => {
    // Britain left the register; Northern Ireland is in it as XI.
    if (prefix === 'GB') return 'unreachable'
    try {
      const reply = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ countryCode: prefix, vatNumber: number }),
      })
      if (reply.status !== 200) return 'unreachable'
      const answer = (await reply.json()) as { valid?: unknown } | null
      return typeof answer?.valid === 'boolean' ? (answer.valid ? 'valid' : 'invalid') : 'unreachable'
    } catch {
      return 'unreachable'
    }
  }
}
