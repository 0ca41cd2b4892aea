import { canMove } from './machine.ts'
import { channelTransitions, type ChannelStatus } from './states.ts'

/**
 * Acts upon the state of a channel: by whom, from where and to where. `channelTransitions` (states.ts) is exactly the
 * sum of these edges: a test compares them. The owner's acts are open to administrators, too; those of staff are closed
 * to the owner.
 */
export const channelActs = {
  /** Asks staff to publish. */
  requestPublication: { by: 'owner', from: ['draft', 'private'], to: 'revision' },
  /** Takes the request back. */
  withdraw: { by: 'owner', from: ['revision'], to: 'draft' },
  /** Off the air by its owner, to rework it. */
  toDraft: { by: 'owner', from: ['published'], to: 'draft' },
  /** Off the air by its owner, to keep it as it is. */
  toPrivate: { by: 'owner', from: ['published'], to: 'private' },
  approve: { by: 'staff', from: ['revision'], to: 'published' },
  reject: { by: 'staff', from: ['revision'], to: 'draft' },
  /** Staff's own switching off. */
  suspend: { by: 'staff', from: ['published'], to: 'deactivated' },
  ban: { by: 'staff', from: ['draft', 'revision', 'published', 'private', 'deactivated'], to: 'banned' },
  /** Lifts what staff has set. Publishing again needs a new revision. */
  reinstate: { by: 'staff', from: ['deactivated', 'banned'], to: 'draft' },
} as const satisfies Record<string, { by: 'owner' | 'staff'; from: readonly ChannelStatus[]; to: ChannelStatus }>
export type ChannelAct = keyof typeof channelActs
export const channelActNames = Object.keys(channelActs) as ChannelAct[]

/** Acts that must say why: the owner reads it. */
export const actsWithReason = ['reject', 'suspend', 'ban'] as const satisfies readonly ChannelAct[]

export function canAct(status: ChannelStatus, act: ChannelAct): boolean {
  const { from, to } = channelActs[act]
  return (from as readonly ChannelStatus[]).includes(status) && canMove(channelTransitions, status, to)
}

export interface ChannelCaller {
  isOwner: boolean
  isStaff: boolean
}

/** Which acts are open to this caller now; a screen shows no other button. */
export function allowedChannelActs(status: ChannelStatus, { isOwner, isStaff }: ChannelCaller): Record<ChannelAct, boolean> {
  const entries = channelActNames.map((act) => {
    const mayAct = channelActs[act].by === 'staff' ? isStaff : isOwner || isStaff
    return [act, mayAct && canAct(status, act)] as const
  })
  return Object.fromEntries(entries) as Record<ChannelAct, boolean>
}

/** A banned channel is closed to its owner; staff mends whatever it likes. */
export function canEditChannel(status: ChannelStatus, { isOwner, isStaff }: ChannelCaller): boolean {
  return isStaff || (isOwner && status !== 'banned')
}

/**
 * The address of a channel may be changed until it was public for the first time: from then on it stands in other
 * people's links.
 */
export function canRenameChannel(everApproved: boolean): boolean {
  return !everApproved
}
