import type { RealtimeEvent } from '@e-events/shared/realtime/events.ts'

/** Pushes an event to the browsers it concerns: everybody for the home page, the watchers of a product otherwise. */
export interface Notifier {
  notify(event: RealtimeEvent): Promise<void>
}
