import { networkOf } from '@e-events/shared/node/client-network.ts'
import type { RateLimitName } from '@e-events/shared/contract/endpoint.ts'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { RateLimitedError } from './refusal.ts'

/**
 * Points per window. `default` and `write` are per account or address; the log-in pair is counted by the log-in itself.
 */
const budgets = {
  default: { points: 600, windowSec: 60 },
  write: { points: 120, windowSec: 60 },
  redeem: { points: 30, windowSec: 60 },
  /** Orders and attempts to pay: enough for a buyer who mistypes, too few for trying stolen cards. */
  checkout: { points: 20, windowSec: 10 * 60 },
  /** The same of all accounts of one network: many accounts are as cheap as many cards. */
  checkoutNetwork: { points: 60, windowSec: 10 * 60 },
  /** Refused attempts to pay of one account. */
  declines: { points: 10, windowSec: 60 * 60 },
  /** Refused attempts with one card, whoever tries it. */
  cardDeclines: { points: 10, windowSec: 60 * 60 },
  /** Whatever sends a mail to an address that anybody may type: sign-up, recovery, activation again. */
  mail: { points: 20, windowSec: 60 * 60 },
  /** Notices of a payment provider that are forged, changed or old, as far as the audit log names each. */
  forgedNotices: { points: 20, windowSec: 60 * 60 },
  /** Mails of one order that its buyer asks for again. */
  orderMail: { points: 3, windowSec: 24 * 60 * 60 },
  /** Files that are made of whole tables. */
  export: { points: 30, windowSec: 10 * 60 },
  /** Problems and messages that one account reports. */
  report: { points: 10, windowSec: 60 * 60 },
  /** Questions to another service that an administrator asks by hand. */
  check: { points: 20, windowSec: 10 * 60 },
  /** All log-ins from one address, whatever the account: a shared office passes, a credential list does not. */
  login: { points: 60, windowSec: 5 * 60 },
  /**
   * Starts and returns of single sign-on from one network: any page can send a browser there, so it spends nobody's
   * log-ins.
   */
  singleSignOn: { points: 60, windowSec: 5 * 60 },
  /** Wrong passwords for one account from one network; from elsewhere its owner still gets in. */
  loginAccount: { points: 10, windowSec: 15 * 60 },
  /** Wrong passwords for one account from anywhere; what goes beyond makes strangers wait, and ends nothing. */
  accountFailures: { points: 100, windowSec: 60 * 60 },
  /** The mail about them. */
  accountFailuresMail: { points: 1, windowSec: 24 * 60 * 60 },
  /** Codes for one account from anywhere: only somebody who has its password gets as far as guessing them. */
  secondFactor: { points: 10, windowSec: 15 * 60 },
  /** Codes that open nothing, of one account or address: guessing has to be hopeless, mistyping has not. */
  codes: { points: 20, windowSec: 15 * 60 },
  /** Mails to one address, and questions about one, whoever asks. */
  mailAddress: { points: 5, windowSec: 60 * 60 },
} as const satisfies Record<
  | RateLimitName
  | 'checkoutNetwork'
  | 'orderMail'
  | 'forgedNotices'
  | 'declines'
  | 'cardDeclines'
  | 'singleSignOn'
  | 'loginAccount'
  | 'accountFailures'
  | 'accountFailuresMail'
  | 'secondFactor'
  | 'codes'
  | 'mailAddress',
  { points: number; windowSec: number }
>
export type Budget = keyof typeof budgets

/**
 * Whom a budget counts where no account is known; mails reach strangers, so theirs take the larger network of a home.
 */
export function clientKey(budget: Budget, address: string): string {
  return networkOf(address, budget === 'mail' ? 56 : 64)
}

export interface RateLimits {
  /** @throws RateLimitedError when the budget is spent */
  consume(budget: Budget, key: string): Promise<void>
  /**
   * For requests that cost next to nothing: counted in this process, and reported to Redis a twentieth of the budget at
   * a time. False when the budget may be used up, or is too small to be counted that way: call `consume`.
   */
  consumeLocally(budget: Budget, key: string): boolean
  /** Counts a failure. @returns how many there are beyond the budget */
  countBeyond(budget: Budget, key: string): Promise<number>
  /** Lets this key wait, and counts on. */
  pause(budget: Budget, key: string, seconds: number): Promise<void>
  /** @throws RateLimitedError while it has to wait */
  assertNoPause(budget: Budget, key: string): Promise<void>
  /** Gives the budget back: the log-in succeeded. */
  reset(budget: Budget, key: string): Promise<void>
}

/** After Redis failed, it is not asked again for this long: a store that hangs must not slow every request down. */
const restMs = 5_000
/** Counts below a twentieth of the budget are reported this often. */
const reportsEveryMs = 1_000

/** Counted in Redis for all replicas; while Redis is away each process counts in its own memory. */
export function createRateLimits(redis: Redis, options: { factor: number }): RateLimits {
  const limiters = new Map(Object.entries(budgets).map(([budget, size]) => [budget, createPair(redis, budget, size, options.factor)]))
  let restsUntilMs = 0

  async function run<T>(budget: Budget, work: (limiter: RateLimiterAbstract) => Promise<T>): Promise<T> {
    const pair = limiters.get(budget)
    if (!pair) throw new TypeError(`no budget ${budget}`)
    if (Date.now() >= restsUntilMs) {
      try {
        return await work(pair.shared)
      } catch (error) {
        if (error instanceof RateLimiterRes) throw new RateLimitedError(error.msBeforeNext)
        restsUntilMs = Date.now() + restMs
      }
    }
    try {
      return await work(pair.own)
    } catch (error) {
      throw error instanceof RateLimiterRes ? new RateLimitedError(error.msBeforeNext) : error
    }
  }

  /** Not reported yet, and until when a key has to ask. */
  const counted = new Map<string, { count: number; asksUntilMs: number }>()
  let reporting: NodeJS.Timeout | undefined

  function consumeLocally(budget: Budget, key: string): boolean {
    const batch = Math.floor((budgets[budget].points * options.factor) / 20)
    if (batch < 2) return false
    const id = `${budget} ${key}`
    const entry = counted.get(id) ?? { count: 0, asksUntilMs: 0 }
    if (entry.asksUntilMs > Date.now()) return false
    entry.count += 1
    counted.set(id, entry)
    if (entry.count >= batch) report(budget, key, entry)
    else reporting ??= setTimeout(reportAll, reportsEveryMs).unref()
    return true
  }

  function report(budget: Budget, key: string, entry: { count: number; asksUntilMs: number }): void {
    const { count } = entry
    entry.count = 0
    run(budget, (limiter) => limiter.consume(key, count)).catch((error: unknown) => {
      if (error instanceof RateLimitedError) entry.asksUntilMs = Date.now() + error.retryAfterMs
    })
  }

  function reportAll(): void {
    reporting = undefined
    for (const [id, entry] of counted) {
      const [budget, key] = id.split(' ', 2) as [Budget, string]
      if (entry.count > 0) report(budget, key, entry)
      else if (entry.asksUntilMs <= Date.now()) counted.delete(id)
    }
    if (counted.size > 0) reporting = setTimeout(reportAll, reportsEveryMs).unref()
  }

  return {
    consume: async (budget, key) => void (await run(budget, (limiter) => limiter.consume(key))),
    consumeLocally,
    countBeyond: (budget, key) => run(budget, async (limiter) => Math.max(0, (await limiter.penalty(key)).consumedPoints - limiter.points)),
    pause: async (budget, key, seconds) => void (await run(budget, (limiter) => limiter.set(`wait:${key}`, limiter.points + 1, seconds))),
    async assertNoPause(budget, key) {
      const waits = await run(budget, (limiter) => limiter.get(`wait:${key}`))
      if (waits && waits.msBeforeNext > 0) throw new RateLimitedError(waits.msBeforeNext)
    },
    reset: async (budget, key) => void (await run(budget, (limiter) => limiter.delete(key))),
  }
}

function createPair(redis: Redis, budget: string, size: { points: number; windowSec: number }, factor: number) {
  const settings = { points: Math.max(1, Math.round(size.points * factor)), duration: size.windowSec, keyPrefix: `limit:${budget}` }
  return {
    shared: new RateLimiterRedis({ ...settings, storeClient: redis, rejectIfRedisNotReady: true }),
    own: new RateLimiterMemory(settings),
  }
}
