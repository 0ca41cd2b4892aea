import { describe, expect, it } from 'vitest'
import { breakDownTicket, fees } from './fees.ts'

describe('fees', () => {
  it('are the published numbers [LIM-001] [LIM-002] [LIM-003]', () => {
    expect([fees.percent, fees.perTicketMinor, fees.organizerSharePercent]).toEqual([9, 45, 91])
    expect(fees.organizerSharePercent).toBe(100 - fees.percent)
  })

  it('of hours and rooms [LIM-004] [LIM-005] [LIM-006] [LIM-007] [LIM-008] [LIM-009] [LIM-010] [LIM-011]', () => {
    expect([fees.liveIncludedMinutes, fees.liveExtraHourMinor]).toEqual([90, 45])
    expect([fees.privateAccessMinor, fees.privateIncludedMinutes, fees.privateExtraHourMinor]).toEqual([195, 120, 29])
    expect([fees.testRoomFreeMinutes, fees.testRoomHourMinor, fees.recordingMinor]).toEqual([60, 500, 4900])
  })

  it('promise what the specification promises [LIM-012] [LIM-015] [LIM-017] [LIM-018] [LIM-019] [LIM-022]', () => {
    expect([fees.promotionMaxPercent, fees.refundBusinessDays, fees.payoutLatestDay]).toEqual([20, 20, 5])
    expect([fees.producerPlanMinor, fees.freeOptionMinutes, fees.currency]).toEqual([0, 15, 'EUR'])
  })
})

describe('breakDownTicket', () => {
  it('charges nothing for a free ticket', () => {
    expect(breakDownTicket(0, 'organizer')).toMatchObject({ percentFeeMinor: 0, ticketFeeMinor: 0, organizerMinor: 0 })
    expect(breakDownTicket(0, 'buyer')).toMatchObject({ addedForBuyerMinor: 0, organizerMinor: 0 })
  })

  it.each([
    [1_000, 'organizer', 865, 0],
    [1_000, 'buyer', 910, 45],
    [1_005, 'buyer', 915, 45],
    [50, 'organizer', 0, 0],
  ] as const)('%i cents, the %s pays the fixed part: %i for the organizer', (net, payer, mine, added) => {
    expect(breakDownTicket(net, payer)).toMatchObject({ organizerMinor: mine, addedForBuyerMinor: added })
  })
})
