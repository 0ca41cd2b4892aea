import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'

/** An id that ends in a number. */
export const chatId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A message that everybody sees, the `n`-th change of its room, written when it was shown. */
export function chatMessage(n: number, fields: Partial<ChatMessage> = {}): ChatMessage {
  const at = fields.timestamp ?? fields.moment ?? new Date(Date.now() - 60_000 + n * 10).toISOString()
  return {
    id: chatId(n),
    clientId: chatId(n + 500_000),
    change: n,
    product: 'show',
    user: chatId(900_001) as never,
    name: 'Rita Lima',
    role: 'viewer',
    text: `m${n}`,
    timestamp: at,
    moment: at,
    isBehind: false,
    replyTo: null,
    pendingApproval: false,
    state: 'shown',
    ...fields,
  }
}
