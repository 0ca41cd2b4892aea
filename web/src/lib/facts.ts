import type { Language } from '@e-events/shared/domain/language.ts'
import { fees, type TicketFeePayer } from '@e-events/shared/domain/fees.ts'
import { breakDownOrder } from '@e-events/shared/domain/pricing.ts'
import { rungs } from '@e-events/shared/domain/ladder.ts'
import { limits } from '@e-events/shared/limits.ts'
import { localeTags, money } from '@e-events/shared/ui/format.ts'

const hourMs = 3_600_000
const mebibyte = 1024 * 1024
/** The ticket of the worked examples. */
const exampleMinor = 1_000
const ofExample = (ticketFeePayer: TicketFeePayer): number =>
  breakDownOrder({ netMinor: exampleMinor, currency: fees.currency, taxBasisPoints: 0, ticketFeePayer }).organizerMinor

/**
 * The numbers that texts state, from the constants that the platform works with: a text cannot promise what is not so.
 */
export function factsIn(language: Language, { promotionMaxPercent }: { promotionMaxPercent: number } = fees) {
  const tag = localeTags[language]
  const number = (value: number) => value.toLocaleString(tag, { maximumFractionDigits: 2, useGrouping: 'always' })
  const percent = (value: number) => (value / 100).toLocaleString(tag, { style: 'percent', maximumFractionDigits: 1 })
  const price = (minor: number) => money(minor, fees.currency, language)
  const mbps = (name: (typeof rungs)[number]['name']) =>
    `${number((rungs.find((rung) => rung.name === name)?.videoBps ?? 0) / 1_000_000)} Mbps`
  return {
    feePercent: percent(fees.percent),
    sharePercent: percent(fees.organizerSharePercent),
    ticketFee: price(fees.perTicketMinor),
    planPrice: price(fees.producerPlanMinor),
    exampleNet: price(exampleMinor),
    exampleOrganizer: price(ofExample('organizer')),
    exampleBuyer: price(ofExample('buyer')),
    liveIncludedHours: number(fees.liveIncludedMinutes / 60),
    liveExtraHour: price(fees.liveExtraHourMinor),
    privateAccess: price(fees.privateAccessMinor),
    privateIncludedHours: number(fees.privateIncludedMinutes / 60),
    privateExtraHour: price(fees.privateExtraHourMinor),
    testFreeHours: number(fees.testRoomFreeMinutes / 60),
    testHour: price(fees.testRoomHourMinor),
    recording: price(fees.recordingMinor),
    freeMinutes: number(fees.freeOptionMinutes),
    promotionMax: percent(promotionMaxPercent),
    refundDays: number(fees.refundBusinessDays),
    payoutDay: number(fees.payoutLatestDay),
    askDays: number(limits.refundAskDays),
    askBelow: percent(limits.refundBelowPercent),
    halfShare: percent(fees.viewerProblemSharePercent),
    passwordMin: number(limits.passwordMinChars),
    activationHours: number(limits.activationLinkMs / hourMs),
    resetMinutes: number(limits.resetLinkMs / 60_000),
    deletionDays: number(limits.deletionGraceMs / hourMs / 24),
    sessionDays: number(limits.refreshTokenMs / hourMs / 24),
    viewingDays: number(limits.viewingDays),
    chatFileDays: number(limits.chatFileDays),
    recoveryCodes: number(limits.recoveryCodes),
    imageMb: number(limits.imageBytes / mebibyte),
    imageWidth: String(limits.imageWidthPx),
    imageHeight: String(limits.imageHeightPx),
    videoGb: number(limits.videoBytes / mebibyte / 1024),
    channelShort: number(limits.channelShortDescriptionChars),
    productShort: number(limits.productShortDescriptionChars),
    descriptionAbout: number(limits.descriptionRecommendedChars),
    reviewHours: number(limits.channelReviewMs / hourMs),
    meetUsers: number(limits.meetUsers),
    benefits: number(limits.datasheetBenefits),
    searchMin: number(limits.searchMinChars),
    feeds: number(limits.feedsPerBroadcast),
    goLiveMinutes: number(limits.goLiveBeforeSessionMs / 60_000),
    idleMinutes: number(limits.idleCutoffMs / 60_000),
    idleWarningMinutes: number(limits.idleWarningMs / 60_000),
    mbps1080: mbps('1080p'),
    mbps720: mbps('720p'),
    mbps540: mbps('540p'),
    mbps360: mbps('360p'),
  } as const
}

/** Puts the facts into a text. `{email}` stays: it is asked of the server and shown as a link. */
export function withFacts(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-zA-Z0-9]+)\}/g, (all, name: string) => {
    if (name === 'email') return all
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    if (fact === undefined) throw new Error(`there is no fact {${name}}`)
    return fact
  })
}
