import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** A card that its provider keeps for the next checkout. */
export const savedCardSchema = z
  .object({
    id: z.uuid(),
    /** As its owner knows it: '•••• 4242'. */
    label: z.string(),
  })
  .meta({ id: 'SavedCard' })
export type SavedCard = z.infer<typeof savedCardSchema>

export const savedCards = {
  list: endpoint({
    method: 'GET',
    path: '/me/cards',
    summary: 'Cards that the caller saved at a checkout, the latest first',
    access: { kind: 'session' },
    response: z.object({ items: z.array(savedCardSchema) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/me/cards/:id',
    summary: 'Forget a saved card, at its provider too; a subscription that is paid with it keeps its own',
    access: { kind: 'session' },
    params: z.strictObject({ id: z.uuid() }),
    errors: ['NOT_FOUND', 'PAYMENT_SERVICE_DOWN'],
    rateLimit: 'write',
  }),
} as const
