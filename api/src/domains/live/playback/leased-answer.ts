import type { Playback } from '@e-events/shared/contract/live/playback.ts'

/** Word of a recording, without its addresses: it is not watched yet. */
export function withoutRecording(answer: Playback): Playback {
  if ((answer.state !== 'finished' && answer.state !== 'cancelled') || answer.recording === null) return answer
  const { captions: _, ...recording } = answer.recording
  return { ...answer, recording: { ...recording, feeds: [] } }
}

/** An answer with addresses goes out under its lease alone; without any, it needs none. */
export async function claimLease(answer: Playback, claim: (lease: string) => Promise<void>): Promise<Playback> {
  if (answer.lease === null) return answer
  if (!hasAddresses(answer)) return { ...answer, lease: null }
  await claim(answer.lease)
  return answer
}

function hasAddresses(answer: Playback): boolean {
  if (answer.state === 'on_air' || answer.state === 'ready') return answer.media.feeds.length > 0
  return (answer.state === 'finished' || answer.state === 'cancelled') && (answer.recording?.feeds.length ?? 0) > 0
}
