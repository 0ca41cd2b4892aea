import { prepaid } from '@e-events/shared/contract/sales/money/prepaid.ts'
import type { FakeApi } from '../../web/src/testing/fake-api.ts'

const euros = (minor: number) => ({ minor, currency: 'EUR' })

/** An organizer with prepaid hours of two purchases. */
export function playPrepaid(api: FakeApi): void {
  api.on(prepaid.get, () => ({
    minutes: 510,
    offer: { net: euros(390), taxBasisPoints: 2_100, tax: euros(82), total: euros(472) },
    isTest: true,
    refund: [euros(4_012)],
    lots: [
      { boughtAt: '2026-11-12T10:00:00.000Z', minutes: 600, usedMinutes: 90, returnedMinutes: 0 },
      { boughtAt: '2026-09-02T10:00:00.000Z', minutes: 300, usedMinutes: 240, returnedMinutes: 60 },
    ],
  }))
}
