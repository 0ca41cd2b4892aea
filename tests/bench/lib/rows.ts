import type { Row } from './bench.ts'
import { accountRows } from '../rows/accounts.ts'
import { askedOnce } from '../rows/asked-once.ts'
import { catalogue } from '../rows/catalogue.ts'
import { chat } from '../rows/chat.ts'
import { course } from '../rows/course.ts'
import { crowd } from '../rows/crowd.ts'
import { encodeRows } from '../rows/encode.ts'
import { firstFrame } from '../rows/first-frame.ts'
import { firstParts } from '../rows/first-parts.ts'
import { hlsLatency } from '../rows/hls-latency.ts'
import { kills } from '../rows/kills.ts'
import { lag } from '../rows/lag.ts'
import { liveEdge } from '../rows/live-edge.ts'
import { vitalsRows } from '../rows/page-vitals.ts'
import { meet } from '../rows/meet.ts'
import { memory } from '../rows/memory.ts'
import { orders } from '../rows/orders.ts'
import { segments } from '../rows/segments.ts'
import { startRows } from '../rows/start.ts'
import { sfuForwarding } from '../rows/sfu-forwarding.ts'
import { stopToVod } from '../rows/stop-to-vod.ts'
import { vod } from '../rows/vod.ts'
import { webrtcLatency } from '../rows/webrtc-latency.ts'

/** In the order of the table. */
export const allRows: readonly Row[] = [
  ...encodeRows,
  lag,
  sfuForwarding,
  meet,
  webrtcLatency,
  hlsLatency,
  firstFrame,
  segments,
  liveEdge,
  crowd,
  firstParts,
  stopToVod,
  kills,
  vod,
  ...accountRows,
  catalogue,
  askedOnce,
  orders,
  course,
  chat,
  ...vitalsRows,
  memory,
  ...startRows,
]
