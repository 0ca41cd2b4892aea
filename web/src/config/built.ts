/** Features that the texts of the site know of and nobody can use yet. */
export const unbuilt = [
  /** Sales, redeemed codes, opportunities and analytics of an organizer. */
  'sales',
  'test-room',
] as const
export type Unbuilt = (typeof unbuilt)[number]

/** Whether it may be promised. Who builds it takes it off the list, and what was hidden is shown. */
export function isBuilt(feature: string): boolean {
  return !(unbuilt as readonly string[]).includes(feature)
}
