import type { SfuNode } from '@e-events/shared/node/registry.ts'

export interface PlacementOptions {
  /** A node at or above this load takes no new room. */
  fullLoadPercent: number
  /** Where the room already is: people are connected there. */
  roomNodeId: string | undefined
}

export interface RankedNode {
  node: SfuNode
  reason: 'has_the_room' | 'least_loaded'
}

/**
 * Nodes that may take this broadcast, best first: the one that has its room, then by load. Draining and full nodes take
 * nothing new.
 */
export function rankNodes(nodes: readonly SfuNode[], options: PlacementOptions): RankedNode[] {
  const usable = nodes.filter((node) => !node.draining)
  const home = usable.find((node) => node.nodeId === options.roomNodeId)
  const others = usable
    .filter((node) => node !== home && node.loadPercent < options.fullLoadPercent)
    .toSorted((a, b) => a.loadPercent - b.loadPercent || a.rooms - b.rooms || a.nodeId.localeCompare(b.nodeId))
  return [
    ...(home ? [{ node: home, reason: 'has_the_room' as const }] : []),
    ...others.map((node) => ({ node, reason: 'least_loaded' as const })),
  ]
}
