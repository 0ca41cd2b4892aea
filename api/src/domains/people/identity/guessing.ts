import type { Knex } from 'knex'
import { networkOf } from '@e-events/shared/node/client-network.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { SecurityLog } from '@e-events/shared/node/security-log.ts'
import type { RateLimits } from '../../../http/rate-limit.ts'
import { RateLimitedError } from '../../../http/refusal.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { Account, IdentityRepository } from './repository.ts'

export type Guessing = ReturnType<typeof createGuessing>

interface Attempt {
  email: string
  address: string
  requestId: string
}

const longestPauseSec = 60

/**
 * Wrong passwords for one account from many networks, each below its own budget. Beyond a hundred in an hour everybody
 * has to wait, longer with each failure; networks where the account logged in before do not, so that its owner is not
 * kept out. Unknown accounts are counted alike: the wait tells nothing.
 */
export function createGuessing(deps: {
  knex: Knex
  repository: IdentityRepository
  rateLimits: RateLimits
  mailer: Mailer
  clock: Clock
  security: SecurityLog
}) {
  const { knex, rateLimits } = deps

  return {
    /** @throws RateLimitedError */
    async assertNoPause(account: Account | undefined, attempt: Attempt): Promise<void> {
      try {
        await rateLimits.assertNoPause('accountFailures', keyOf(attempt))
      } catch (error) {
        if (!(error instanceof RateLimitedError) || !account || !(await isKnownNetwork(account, attempt.address))) throw error
      }
    },

    async countFailure(account: Account | undefined, attempt: Attempt): Promise<void> {
      const beyond = await rateLimits.countBeyond('accountFailures', keyOf(attempt))
      if (beyond === 0) return
      await rateLimits.pause('accountFailures', keyOf(attempt), Math.min(longestPauseSec, 2 ** beyond))
      deps.security('login.paused', { requestId: attempt.requestId, address: attempt.address, accountId: account?.id })
      if (account?.email_verified_at) await notifyOwner(account)
    },
  }

  async function isKnownNetwork(account: Account, address: string): Promise<boolean> {
    const known = await deps.repository.listKnownAddresses(account.id)
    return known.some((one) => networkOf(one) === networkOf(address))
  }

  async function notifyOwner(account: Account): Promise<void> {
    try {
      await rateLimits.consume('accountFailuresMail', account.id)
    } catch (error) {
      if (error instanceof RateLimitedError) return
      throw error
    }
    const data = { name: account.name, at: deps.clock.now().toISOString(), timezone: account.time_zone }
    await deps.mailer.enqueue(knex, { template: 'password_guessed', to: account.email, language: account.locale, data })
  }
}

const keyOf = ({ email }: Attempt) => email.toLowerCase()
