import type { Knex } from 'knex'
import type { UserRow } from '../db/tables/people.ts'

/** Work that is left once the transaction of an event is committed. It never fails. */
export type AfterCommit = () => Promise<void>
export type AccessEnd = 'blocked' | 'disapproved' | 'deleted'

/**
 * Events inside this process: a domain says what happened to its own, and whoever has to act on it subscribes. So no
 * domain holds a reference to one that is made after it. Events with a `trx` are part of that transaction.
 */
export interface DomainEvents {
  /** An account may not go on: its devices, shows and playback end. */
  'account.ended': { trx: Knex; userId: string; reason: AccessEnd }
  /**
   * An account is erased, as it was before: each domain takes the person out of its own rows, before the user row
   * itself.
   */
  'account.erased': { trx: Knex; user: UserRow; pseudonym: string }
  /** An account has its access back, after the commit. */
  'account.restored': { userId: string }
  /** Devices of an account were logged out, after the commit. */
  'session.ended': { userId: string; reason: 'user' | 'password_changed'; sessionIds: readonly string[] }
  /** Staff takes a channel away: what is on air in it ends. */
  'channel.closed': { trx: Knex; channelId: string }
  /** A draft was deleted: its files go. */
  'product.deleted': { product: { id: string; slug: string } }
  /** Settings that every browser shows were changed, after the commit. */
  'settings.changed': { change: SettingsChange }
  /** Folders of media are not wanted any more, after the commit. */
  'media.removed': null
  /** An encoding is wanted or has ended: the next one may begin. */
  'encoding.due': null
  /** A date was moved or called off: ticket holders are told. May be repeated. */
  'event.changed': { changeId: string }
}
export type SettingsChange = 'config.updated' | 'modules.updated'

type Subscriber<T extends keyof DomainEvents> = (event: DomainEvents[T]) => Promise<AfterCommit | void>
export type Events = ReturnType<typeof createEvents>

export function createEvents() {
  const subscribers = new Map<keyof DomainEvents, Subscriber<never>[]>()
  return {
    subscribe<T extends keyof DomainEvents>(type: T, subscriber: Subscriber<T>): void {
      subscribers.set(type, [...(subscribers.get(type) ?? []), subscriber])
    },

    /**
     * Waits for every subscriber, in the order in which they subscribed; an error of one is thrown and rolls a
     * transaction back. Answers what they leave for the time after the commit.
     * @throws Error where nothing subscribes: the event would be lost without a word
     */
    async publish<T extends keyof DomainEvents>(type: T, event: DomainEvents[T]): Promise<AfterCommit> {
      const all = subscribers.get(type) as Subscriber<T>[] | undefined
      if (!all) throw new Error(`nothing subscribes to ${type}`)
      const left: AfterCommit[] = []
      for (const subscriber of all) {
        const after = await subscriber(event)
        if (after) left.push(after)
      }
      return async () => {
        for (const after of left) await after()
      }
    },
  }
}
