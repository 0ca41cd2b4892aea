import type { ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import type { Poll } from '@e-events/shared/contract/live/polls.ts'
import type { Question } from '@e-events/shared/contract/live/questions.ts'

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

export function chatQuestion(n: number, fields: Partial<Question> = {}): Question {
  const at = new Date(Date.now() - 120_000 + n * 10).toISOString()
  return {
    id: chatId(700_000 + n),
    clientId: chatId(750_000 + n),
    product: 'show',
    user: chatId(900_001) as never,
    name: 'Rita Lima',
    role: 'viewer',
    text: `q${n}`,
    askedAt: at,
    moment: at,
    votes: 0,
    state: 'open',
    answeredMoment: null,
    revision: 1,
    ...fields,
  }
}

export function chatPoll(n: number, fields: Partial<Poll> = {}): Poll {
  const at = new Date(Date.now() - 120_000 + n * 10).toISOString()
  return {
    id: chatId(800_000 + n),
    product: 'show',
    question: `p${n}`,
    answers: [
      { text: 'a', votes: 0 },
      { text: 'b', votes: 0 },
    ],
    openedAt: at,
    moment: at,
    closedAt: null,
    revision: 1,
    ...fields,
  }
}
