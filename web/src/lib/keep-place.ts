/**
 * State of a navigation to the address that a page gets while it is used: the page itself says where the focus goes on,
 * not the start of the content.
 */
export const keepPlace = { keepsPlace: true } as const

export function keepsPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsPlace' in state
}
