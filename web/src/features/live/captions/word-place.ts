/** A player that words lead into. */
export interface WordPlace {
  positionSec(): number
  seek(sec: number): void
  /** Tells of every move of the picture; answers what ends that. */
  subscribe(listener: () => void): () => void
}
