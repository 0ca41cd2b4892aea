import { clock } from '@e-events/shared/ui/format.ts'
import type { TFunction } from 'i18next'
import type { PlayerSnapshot } from './engine/types.ts'

/** Effect of a key, shown and said to somebody who looks at the picture and not at the controls. */
export type Act =
  | { kind: 'play' | 'pause' | 'mute' | 'unmute' }
  | { kind: 'volume'; percent: number }
  | { kind: 'seek'; seconds: number }
  | { kind: 'jump' | 'rate' }
  | { kind: 'sound'; name: string }

export interface Feedback {
  /** Another one for every key, so that the same words are said again. */
  id: number
  act: Act
}

/** Keys pressed in a row add up: what counts is how far it went altogether. */
export function following(before: Feedback | null, act: Act): Feedback {
  const id = (before?.id ?? 0) + 1
  if (act.kind !== 'seek' || before?.act.kind !== 'seek' || Math.sign(before.act.seconds) !== Math.sign(act.seconds)) return { id, act }
  return { id, act: { kind: 'seek', seconds: before.act.seconds + act.seconds } }
}

export function wordsOf(act: Act, snapshot: PlayerSnapshot, t: TFunction<'player'>): string {
  switch (act.kind) {
    case 'seek':
      return `${t(act.seconds < 0 ? 'feedback.back' : 'feedback.forward', { count: Math.abs(act.seconds) })} · ${placeOf(snapshot, t)}`
    case 'jump':
      return placeOf(snapshot, t)
    case 'rate':
      return t('feedback.rate', { rate: snapshot.rate })
    case 'sound':
      return t('feedback.sound', { name: act.name })
    case 'volume':
      return t('feedback.volume', { percent: act.percent })
    default:
      return t(`feedback.${act.kind}`)
  }
}

function placeOf({ isLive, isFollowingLive, positionSec, endSec }: PlayerSnapshot, t: TFunction<'player'>): string {
  if (!isLive) return clock(positionSec)
  return isFollowingLive ? t('atLive') : `−${clock(Math.max(0, endSec - positionSec))}`
}
