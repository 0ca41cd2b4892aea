import { z } from 'zod'
import type { Transitions } from './machine.ts'

export const productTypes = ['vod', 'live', 'broadcast', 'podcast', 'post', 'course', 'meet', 'datasheet', 'physical', 'master'] as const
export const productTypeSchema = z.enum(productTypes)
export type ProductType = z.infer<typeof productTypeSchema>

export const productPlans = ['paid', 'free'] as const
export const productPlanSchema = z.enum(productPlans)
export type ProductPlan = z.infer<typeof productPlanSchema>

export const productStatuses = ['draft', 'published', 'private'] as const
export const productStatusSchema = z.enum(productStatuses)
export type ProductStatus = z.infer<typeof productStatusSchema>
/** Once published, never back to draft; public and private may alternate. */
export const productTransitions: Transitions<ProductStatus> = {
  draft: ['published', 'private'],
  published: ['private'],
  private: ['published'],
}

export const channelStatuses = ['draft', 'revision', 'published', 'private', 'deactivated', 'banned'] as const
export const channelStatusSchema = z.enum(channelStatuses)
export type ChannelStatus = z.infer<typeof channelStatusSchema>
export const channelTransitions: Transitions<ChannelStatus> = {
  draft: ['revision', 'banned'],
  revision: ['published', 'draft', 'banned'],
  published: ['draft', 'private', 'deactivated', 'banned'],
  private: ['revision', 'banned'],
  deactivated: ['draft', 'banned'],
  banned: ['draft'],
}

export const approvalStates = ['pending', 'approved', 'not_approved', 'blocked', 'deleted'] as const
export const approvalStateSchema = z.enum(approvalStates)
export type ApprovalState = z.infer<typeof approvalStateSchema>
/**
 * A block remembers the state before it: which of the three a blocked account returns to is not free (`userState`,
 * `actOnUser`).
 */
export const userTransitions: Transitions<ApprovalState> = {
  pending: ['approved', 'not_approved', 'blocked', 'deleted'],
  approved: ['not_approved', 'blocked', 'deleted'],
  not_approved: ['approved', 'blocked', 'deleted'],
  blocked: ['pending', 'approved', 'not_approved', 'deleted'],
  deleted: [],
}

export const roles = ['VIEWER', 'PRODUCER', 'ADMIN'] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

/**
 * A broadcast exists from the moment its organizer goes live.
 * on_air: media is flowing, or about to in its first seconds. interrupted: nothing arrives of any feed, viewers see
 * 'reconnecting'. ended: final.
 */
export const broadcastStates = ['on_air', 'interrupted', 'ended'] as const
export const broadcastStateSchema = z.enum(broadcastStates)
export type BroadcastState = z.infer<typeof broadcastStateSchema>
export const broadcastTransitions: Transitions<BroadcastState> = {
  on_air: ['interrupted', 'ended'],
  interrupted: ['on_air', 'ended'],
  ended: [],
}

export const broadcastEndReasons = ['organizer', 'idle', 'admin', 'limit', 'failed'] as const
export const broadcastEndReasonSchema = z.enum(broadcastEndReasons)
export type BroadcastEndReason = z.infer<typeof broadcastEndReasonSchema>

export const feedKinds = ['camera', 'screen', 'window', 'audio', 'file'] as const
export const feedKindSchema = z.enum(feedKinds)
export type FeedKind = z.infer<typeof feedKindSchema>

/**
 * connecting: announced by the studio. live: media flows. interrupted: its publisher went away. ended: closed for good.
 */
export const feedStates = ['connecting', 'live', 'interrupted', 'ended'] as const
export const feedStateSchema = z.enum(feedStates)
export type FeedState = z.infer<typeof feedStateSchema>

/**
 * A playable HLS folder. recording: still growing. processing: being made from an upload. ready: playable to its end.
 */
export const assetStates = ['recording', 'processing', 'ready', 'failed', 'deleted'] as const
export const assetStateSchema = z.enum(assetStates)
export type AssetState = z.infer<typeof assetStateSchema>

/**
 * pending: waits for its payment. An order that was not paid in time ends as `expired`, or `cancelled` where another
 * one took its place; a payment that arrives later still completes it.
 */
export const orderStatuses = ['pending', 'paid', 'failed', 'expired', 'cancelled', 'partially_refunded', 'refunded'] as const
export const orderStatusSchema = z.enum(orderStatuses)
export type OrderStatus = z.infer<typeof orderStatusSchema>
/** Orders that took money. */
export const soldStatuses = ['paid', 'partially_refunded', 'refunded'] as const satisfies readonly OrderStatus[]
export const soldStatusSchema = z.enum(soldStatuses)
export const orderTransitions: Transitions<OrderStatus> = {
  pending: ['paid', 'failed', 'expired', 'cancelled'],
  failed: ['paid'],
  expired: ['paid'],
  cancelled: ['paid'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
}

/** Goods of a paid order. cancelled: given back before they were sent. */
export const shipmentStates = ['waiting', 'packed', 'sent', 'delivered', 'cancelled'] as const
export const shipmentStateSchema = z.enum(shipmentStates)
export type ShipmentState = z.infer<typeof shipmentStateSchema>
export const shipmentTransitions: Transitions<ShipmentState> = {
  waiting: ['packed', 'sent', 'cancelled'],
  packed: ['sent', 'cancelled'],
  sent: ['delivered'],
  delivered: [],
  cancelled: [],
}

/**
 * Somebody who waits for what is sold out. offered: one is held for them until a deadline. taken: ordered. passed: the
 * deadline went by. An account that waits again has a new entry, at the end of the line.
 */
export const waitingStatuses = ['waiting', 'offered', 'taken', 'passed', 'left'] as const
export const waitingStatusSchema = z.enum(waitingStatuses)
export type WaitingStatus = z.infer<typeof waitingStatusSchema>
export const waitingTransitions: Transitions<WaitingStatus> = {
  waiting: ['offered', 'taken', 'left'],
  offered: ['taken', 'passed', 'left'],
  taken: [],
  passed: [],
  left: [],
}

/** processing: approved, and with the bank. A payout that comes back after it was paid fails too. */
export const payoutStatuses = ['processing', 'paid', 'failed'] as const
export const payoutStatusSchema = z.enum(payoutStatuses)
export type PayoutStatus = z.infer<typeof payoutStatusSchema>
export const payoutTransitions: Transitions<PayoutStatus> = {
  processing: ['paid', 'failed'],
  paid: ['failed'],
  failed: [],
}

/** Also a cancelled one opens what it paid for until its end, and can be resumed until then. */
export const subscriptionStatuses = ['subscribed', 'cancelled'] as const
export const subscriptionStatusSchema = z.enum(subscriptionStatuses)
export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>
export const subscriptionTransitions: Transitions<SubscriptionStatus> = {
  subscribed: ['cancelled'],
  cancelled: ['subscribed'],
}

/** States of a player (decision table in playback.ts; order of precedence PLY-010). */
export const playerStates = [
  'own_page',
  'embedded',
  'misconfigured',
  'no_sessions',
  'on_air',
  'available_on',
  'ready',
  'finished',
  'event_date_passed',
  'not_available_yet',
  'cancelled',
] as const
export const playerStateSchema = z.enum(playerStates)
export type PlayerState = z.infer<typeof playerStateSchema>
