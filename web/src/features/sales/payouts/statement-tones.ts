import type { StatementState } from '@e-events/shared/domain/payouts.ts'
import type { Tone } from '@e-events/shared/ui/badges.tsx'

export const statementTones: Record<StatementState, Tone> = {
  coming: 'neutral',
  due: 'blue',
  held: 'amber',
  carried: 'neutral',
  processing: 'blue',
  paid: 'green',
}
