import { canMove } from '@e-events/shared/domain/machine.ts'
import { channelTransitions, type ChannelStatus } from '@e-events/shared/domain/states.ts'

/** What its owner may do with a channel in this state; a banned one is closed to its owner (CAT-079). */
export function channelActions(status: ChannelStatus): { edit: boolean; requestPublication: boolean; deactivate: boolean } {
  return {
    edit: status !== 'banned',
    requestPublication: status !== 'banned' && canMove(channelTransitions, status, 'revision'),
    deactivate: status === 'published',
  }
}
