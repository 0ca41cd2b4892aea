import type { QualityReport } from '@e-events/shared/contract/live/viewings.ts'

const session = '4a2a9d2e-5a54-4c55-9d0e-2f5f1a4f7a01'
const times = (count: number, share: number) => Array.from({ length: count }, () => share)

/** Five viewers of a short show. */
export const qualityReport = (fields: Partial<QualityReport> = {}): QualityReport => ({
  product: { slug: 'concierto', title: 'Concierto' },
  parts: [
    { id: session, startsAt: '2026-11-20T18:00:00.000Z', title: null, viewers: 5 },
    { id: 'video', startsAt: null, title: null, viewers: 2 },
  ],
  part: session,
  viewers: 5,
  viewings: 5,
  peakViewers: 3,
  watchedMs: 500_000,
  averageWatchedMs: 100_000,
  liveMs: 380_000,
  behindMs: 120_000,
  videoMs: 0,
  startup: { medianMs: 1_500, p95Ms: 2_500 },
  rebufferedShare: 10 / 260,
  rebufferedMs: 20_000,
  rebuffers: 2,
  rebufferedViewings: 1,
  exitsBeforeStart: 1,
  rungChanges: 2,
  rungs: [
    { heightPx: 720, ms: 420_000, share: 0.84 },
    { heightPx: 360, ms: 80_000, share: 0.16 },
  ],
  errors: [{ code: 'network', viewings: 1, count: 3 }],
  devices: {
    kinds: [
      { kind: 'computer', viewers: 3 },
      { kind: 'phone', viewers: 2 },
    ],
    browsers: [
      { name: 'Firefox', viewers: 3 },
      { name: '', viewers: 2 },
    ],
    systems: [
      { name: 'Linux', viewers: 3 },
      { name: 'iOS', viewers: 2 },
    ],
  },
  series: { from: '2026-11-20T18:00:00.000Z', everyMinutes: 1, viewers: [1, 3, 1] },
  retention: {
    lengthMs: 200_000,
    shares: [...times(30, 2 / 3), ...times(15, 1 / 3), ...times(10, 2 / 3), ...times(30, 1 / 3), ...times(15, 0)],
  },
  ...fields,
})
