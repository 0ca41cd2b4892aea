import { channels, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import type { Client } from '@e-events/shared/contract/client.ts'
import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import { actsWithReason, type ChannelAct } from '@e-events/shared/domain/channels.ts'

/** One act of a person; a reason where the act needs one. */
export interface Act {
  name: ChannelAct
  slug: string
  reason?: string
}

export const needsReason = (name: ChannelAct) => actsWithReason.some((known) => known === name)

export function callAct(api: Client, { name, slug, reason = '' }: Act): Promise<OwnChannelDetail> {
  const params = { slug }
  switch (name) {
    case 'requestPublication':
      return api.call(channels.requestPublication, { params, body: { rightsAccepted: true } })
    case 'toDraft':
      return api.call(channels.deactivate, { params, body: { to: 'draft' } })
    case 'toPrivate':
      return api.call(channels.deactivate, { params, body: { to: 'private' } })
    case 'withdraw':
    case 'approve':
    case 'reinstate':
      return api.call(channels[name], { params })
    case 'reject':
    case 'suspend':
    case 'ban':
      return api.call(channels[name], { params, body: { reason } })
    default:
      return assertUnreachable(name)
  }
}
