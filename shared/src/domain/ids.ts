import { z } from 'zod'

/** Ids are UUIDs, branded so that a feed id cannot be passed where a broadcast id is meant. */
export const userId = z.uuid().brand<'UserId'>()
export const channelId = z.uuid().brand<'ChannelId'>()
export const productId = z.uuid().brand<'ProductId'>()
export const sessionId = z.uuid().brand<'SessionId'>()
export const ticketId = z.uuid().brand<'TicketId'>()
export const orderId = z.uuid().brand<'OrderId'>()
export const subscriptionId = z.uuid().brand<'SubscriptionId'>()
export const broadcastId = z.uuid().brand<'BroadcastId'>()
export const feedId = z.uuid().brand<'FeedId'>()
export const assetId = z.uuid().brand<'AssetId'>()
export const recordingId = z.uuid().brand<'RecordingId'>()
export const meetId = z.uuid().brand<'MeetId'>()

export type UserId = z.infer<typeof userId>
export type ChannelId = z.infer<typeof channelId>
export type ProductId = z.infer<typeof productId>
export type SessionId = z.infer<typeof sessionId>
export type TicketId = z.infer<typeof ticketId>
export type OrderId = z.infer<typeof orderId>
export type SubscriptionId = z.infer<typeof subscriptionId>
export type BroadcastId = z.infer<typeof broadcastId>
export type FeedId = z.infer<typeof feedId>
export type AssetId = z.infer<typeof assetId>
export type RecordingId = z.infer<typeof recordingId>
export type MeetId = z.infer<typeof meetId>
