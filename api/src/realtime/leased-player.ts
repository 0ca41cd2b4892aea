/** One open player of a signed-in device, and the playback lease by which it plays. */
export interface LeasedPlayer {
  userId: string
  sessionId: string
  productId: string
  productSlug: string
  leaseId: string
}

/** The device that plays instead; its name is empty where it is not known. */
export interface Elsewhere {
  device: string
  isOtherTab: boolean
}
