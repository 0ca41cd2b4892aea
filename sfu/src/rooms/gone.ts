import type { NotificationData } from '@e-events/shared/signaling/notifications.ts'

/** Why a stream that somebody reads is gone. */
export type GoneReason = NotificationData<'egressClosed'>['reason']
