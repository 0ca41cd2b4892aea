import { describe, expect, it } from 'vitest'
import { channelSubscription } from '../contract/catalogue/channels.ts'
import { limits } from '../limits.ts'
import { allowedChannelActs, canEditChannel, channelActNames, channelActs, type ChannelAct } from './channels.ts'
import { grossOf } from './money.ts'
import { channelStatuses, channelTransitions, type ChannelStatus } from './states.ts'

const owner = { isOwner: true, isStaff: false }
const staff = { isOwner: false, isStaff: true }
const stranger = { isOwner: false, isStaff: false }
const open = (status: ChannelStatus, caller: typeof owner) =>
  channelActNames.filter((act) => allowedChannelActs(status, caller)[act]).sort()

describe('acts on a channel', () => {
  it('are together exactly the edges of its life [CAT-079]', () => {
    const edges = channelActNames.flatMap((act) => channelActs[act].from.map((from) => `${from}>${channelActs[act].to}`))
    const table = channelStatuses.flatMap((from) => channelTransitions[from].map((to) => `${from}>${to}`))
    expect(new Set(edges)).toEqual(new Set(table))
  })

  const ownActs: Record<ChannelStatus, ChannelAct[]> = {
    draft: ['requestPublication'],
    revision: ['withdraw'],
    published: ['toDraft', 'toPrivate'],
    private: ['requestPublication'],
    deactivated: [],
    banned: [],
  }
  const staffActs: Record<ChannelStatus, ChannelAct[]> = {
    draft: ['ban'],
    revision: ['approve', 'ban', 'reject'],
    published: ['ban', 'suspend'],
    private: ['ban'],
    deactivated: ['ban', 'reinstate'],
    banned: ['reinstate'],
  }
  it.each(channelStatuses)('in state %s are open to whom they belong [CAT-074] [CAT-077] [CAT-079]', (status) => {
    expect(open(status, stranger)).toEqual([])
    expect(open(status, owner)).toEqual(ownActs[status])
    expect(open(status, staff)).toEqual([...ownActs[status], ...staffActs[status]].sort())
  })

  it('close a banned channel to its owner, not to staff', () => {
    expect(channelStatuses.filter((status) => !canEditChannel(status, owner))).toEqual(['banned'])
    expect(channelStatuses.every((status) => canEditChannel(status, staff))).toBe(true)
    expect(channelStatuses.some((status) => canEditChannel(status, stranger))).toBe(false)
  })
})

describe('numbers of a channel', () => {
  it('a review takes up to 24 hours [LIM-045]', () => {
    expect(limits.channelReviewMs / 3_600_000).toBe(24)
  })

  it('net 10 with 21 per cent makes 12.10, and what is offered costs something [CAT-067]', () => {
    const { net, tax, gross } = grossOf({ minor: 1000, currency: 'EUR' }, 2100)
    expect([net.minor, tax.minor, gross.minor]).toEqual([1000, 210, 1210])
    expect(channelSubscription.safeParse({ active: true, netMinor: 0, taxBasisPoints: 2100 }).success).toBe(false)
    expect(channelSubscription.safeParse({ active: true, netMinor: 1, taxBasisPoints: 2100 }).success).toBe(true)
    expect(channelSubscription.safeParse({ active: false, netMinor: 0, taxBasisPoints: 2100 }).success).toBe(true)
    expect(channelSubscription.safeParse({ active: true, netMinor: 10.001, taxBasisPoints: 2100 }).success).toBe(false)
  })
})
