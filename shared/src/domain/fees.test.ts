import { describe, expect, it } from 'vitest'
import { fees } from './fees.ts'

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
