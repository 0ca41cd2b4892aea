import type { VatId } from '@e-events/shared/domain/vat-id.ts'
import type { Redis } from 'ioredis'
import type { VatAnswer, VatRegister } from '../../../../adapters/vat-register.ts'

/** An answer is asked for again after this. */
const keptSeconds = 24 * 60 * 60

/** Asks the register once a day for each id. Outages are not kept; without a register nothing is known. */
export function createAskRegister({ redis, register }: { redis: Redis; register: VatRegister | undefined }) {
  return async (id: VatId): Promise<VatAnswer> => {
    if (!register) return 'unreachable'
    const key = `vat-id:${id.prefix}${id.number}`
    const kept = await redis.get(key)
    if (kept === 'valid' || kept === 'invalid') return kept
    const answer = await register(id)
    if (answer !== 'unreachable') await redis.set(key, answer, 'EX', keptSeconds)
    return answer
  }
}
