import type { NotificationData } from '@e-events/shared/signaling/notifications.ts'

/** Reason why a stream with a reader is gone. */
export type GoneReason = NotificationData<'egressClosed'>['reason']
