import { audienceSchema, type notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import type { CallOutput } from '@e-events/shared/contract/endpoint.ts'
import type { users } from '@e-events/shared/contract/people/users.ts'
import type { z } from 'zod'

export type Audience = z.output<typeof audienceSchema>
export type Sent = CallOutput<typeof notifications.sent>['items'][number]
/** Somebody who was picked by name. */
export type Person = Pick<CallOutput<typeof users.list>['items'][number], 'id' | 'name' | 'surname' | 'email'>

export const everybody: Audience = audienceSchema.parse({})
