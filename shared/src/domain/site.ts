/** Where nobody says which. */
export const fallbackTimeZone = 'GMT'

/**
 * Names of the specification's installation. They are labels: object storage is told the data region, and nothing else
 * depends on them.
 */
export const site = {
  buildProfile: 'e-events',
  /** Region of the main data. */
  dataRegion: 'eu-west-3',
  /** Region of notifications and chat. */
  realtimeRegion: 'eu-west-1',
} as const
