import type { Knex } from 'knex'
import * as foundation from './migrations/0001_foundation.ts'
import * as identity from './migrations/0002_identity.ts'
import * as settings from './migrations/0003_settings.ts'
import * as channels from './migrations/0004_channels.ts'
import * as catalogue from './migrations/0005_catalogue.ts'
import * as media from './migrations/0006_media.ts'
import * as orders from './migrations/0007_orders.ts'
import * as access from './migrations/0008_access.ts'
import * as accounting from './migrations/0009_accounting.ts'
import * as community from './migrations/0010_community.ts'
import * as learning from './migrations/0011_learning.ts'
import * as surveys from './migrations/0012_surveys.ts'
import * as marketing from './migrations/0013_marketing.ts'
import * as pages from './migrations/0014_pages.ts'
import * as meets from './migrations/0015_meets.ts'
import * as analytics from './migrations/0016_analytics.ts'
import * as accounts from './migrations/0017_accounts.ts'
import * as administration from './migrations/0018_administration.ts'
import * as channelLists from './migrations/0019_channels.ts'
import * as products from './migrations/0020_products.ts'
import * as mediaUploads from './migrations/0021_media.ts'
import * as finding from './migrations/0022_finding.ts'
import * as sections from './migrations/0023_sections.ts'
import * as posts from './migrations/0024_posts.ts'
import * as hotReads from './migrations/0025_hot_reads.ts'
import * as catalogueLater from './migrations/0026_catalogue.ts'
import * as exchangeRates from './migrations/0030_exchange_rates.ts'
import * as feedStates from './migrations/0031_feeds.ts'
import * as recordingShow from './migrations/0032_recording_show.ts'
import * as changedProducts from './migrations/0035_changed_products.ts'
import * as endedAccess from './migrations/0036_ended_access.ts'
import * as twoFactorDefault from './migrations/0037_two_factor_default.ts'
import * as mediaQuota from './migrations/0038_media_quota.ts'
import * as ownWords from './migrations/0040_own_words.ts'
import * as signUpProof from './migrations/0041_sign_up_proof.ts'
import * as categoryWords from './migrations/0042_category_words.ts'
import * as sessionConfirmed from './migrations/0043_session_confirmed.ts'
import * as twoFactorNobody from './migrations/0045_two_factor_nobody.ts'
import * as providerDomains from './migrations/0046_provider_domains.ts'
import * as formerSpeakers from './migrations/0047_former_speakers.ts'
import * as checkout from './migrations/0048_checkout.ts'
import * as coupons from './migrations/0049_coupons.ts'
import * as paymentServices from './migrations/0050_payment_services.ts'
import * as payouts from './migrations/0051_payouts.ts'
import * as taxes from './migrations/0052_taxes.ts'
import * as subscriptions from './migrations/0053_subscriptions.ts'
import * as goods from './migrations/0054_goods.ts'
import * as bundlesAndGifts from './migrations/0055_bundles_and_gifts.ts'
import * as refundProposals from './migrations/0056_refund_proposals.ts'
import * as orderLines from './migrations/0057_order_lines.ts'
import * as disputes from './migrations/0058_disputes.ts'
import * as bundleTickets from './migrations/0059_bundle_tickets.ts'
import * as opportunities from './migrations/0060_opportunities.ts'
import * as promotionCap from './migrations/0061_promotion_cap.ts'
import * as couponsGivenBack from './migrations/0062_coupons_given_back.ts'
import * as refundReturns from './migrations/0063_refund_returns.ts'
import * as playbackLeases from './migrations/0064_playback_leases.ts'
import * as prepaidHours from './migrations/0065_prepaid_hours.ts'
import * as reminders from './migrations/0067_reminders.ts'
import * as chat from './migrations/0068_chat.ts'
import * as reports from './migrations/0069_reports.ts'
import * as rehearsals from './migrations/0070_rehearsals.ts'
import * as platformPlace from './migrations/0071_platform_place.ts'
import * as partRefunds from './migrations/0072_part_refunds.ts'
import * as captions from './migrations/0073_captions.ts'
import * as questionsPolls from './migrations/0075_questions_polls.ts'
import * as problemsHandled from './migrations/0076_problems_handled.ts'
import * as curriculum from './migrations/0077_curriculum.ts'
import * as discussions from './migrations/0078_discussions.ts'
import * as datasheets from './migrations/0080_datasheets.ts'
import * as studyGuides from './migrations/0083_study_guides.ts'
import * as lessonOpenings from './migrations/0084_lesson_openings.ts'
import * as quizzes from './migrations/0085_quizzes.ts'
import * as certificates from './migrations/0086_certificates.ts'
import * as progressRefunds from './migrations/0087_progress_refunds.ts'
import * as meetPeople from './migrations/0088_meet_people.ts'
import * as keptCourses from './migrations/0090_kept_courses.ts'
import * as viewings from './migrations/0092_viewings.ts'
import * as discussionVotes from './migrations/0094_discussion_votes.ts'
import * as discussionReports from './migrations/0095_discussion_reports.ts'
import * as meetRecordings from './migrations/0096_meet_recordings.ts'
import * as progressOfShows from './migrations/0100_progress_of_shows.ts'
import * as chatFiles from './migrations/0101_chat_files.ts'
import * as lessonViewings from './migrations/0102_lesson_viewings.ts'
import * as lessonContent from './migrations/0098_lesson_content.ts'
import * as usageInvoices from './migrations/0103_usage_invoices.ts'
import * as cardsDisputes from './migrations/0104_cards_disputes.ts'
import * as invoicedFees from './migrations/0105_invoiced_fees.ts'
import * as resumePoints from './migrations/0111_resume_points.ts'
import * as lessonVideos from './migrations/0112_lesson_videos.ts'
import * as bannerAndSurveyLinks from './migrations/0113_banner_and_survey_links.ts'
import * as firstCategory from './migrations/0114_first_category.ts'
import * as datesWithShows from './migrations/0115_dates_with_shows.ts'
import * as ginWithoutWaitingList from './migrations/0116_gin_without_waiting_list.ts'
import * as manyDates from './migrations/0117_many_dates.ts'
import * as productGroups from './migrations/0118_product_groups.ts'

/** Applied in this order; the names stand in knex_migrations for ever, so an entry is only ever added at the end. */
export const migrations: ReadonlyArray<readonly [name: string, migration: Knex.Migration]> = [
  ['0001_foundation', foundation],
  ['0002_identity', identity],
  ['0003_settings', settings],
  ['0004_channels', channels],
  ['0005_catalogue', catalogue],
  ['0006_media', media],
  ['0007_orders', orders],
  ['0008_access', access],
  ['0009_accounting', accounting],
  ['0010_community', community],
  ['0011_learning', learning],
  ['0012_surveys', surveys],
  ['0013_marketing', marketing],
  ['0014_pages', pages],
  ['0015_meets', meets],
  ['0016_analytics', analytics],
  ['0017_accounts', accounts],
  ['0018_administration', administration],
  ['0019_channels', channelLists],
  ['0020_products', products],
  ['0021_media', mediaUploads],
  ['0022_finding', finding],
  ['0023_sections', sections],
  ['0024_posts', posts],
  ['0025_hot_reads', hotReads],
  ['0026_catalogue', catalogueLater],
  ['0030_exchange_rates', exchangeRates],
  ['0031_feeds', feedStates],
  ['0032_recording_show', recordingShow],
  ['0035_changed_products', changedProducts],
  ['0036_ended_access', endedAccess],
  ['0037_two_factor_default', twoFactorDefault],
  ['0038_media_quota', mediaQuota],
  ['0040_own_words', ownWords],
  ['0041_sign_up_proof', signUpProof],
  ['0042_category_words', categoryWords],
  ['0043_session_confirmed', sessionConfirmed],
  ['0045_two_factor_nobody', twoFactorNobody],
  ['0046_provider_domains', providerDomains],
  ['0047_former_speakers', formerSpeakers],
  ['0048_checkout', checkout],
  ['0049_coupons', coupons],
  ['0050_payment_services', paymentServices],
  ['0051_payouts', payouts],
  ['0052_taxes', taxes],
  ['0053_subscriptions', subscriptions],
  ['0054_goods', goods],
  ['0055_bundles_and_gifts', bundlesAndGifts],
  ['0056_refund_proposals', refundProposals],
  ['0057_order_lines', orderLines],
  ['0058_disputes', disputes],
  ['0059_bundle_tickets', bundleTickets],
  ['0060_opportunities', opportunities],
  ['0061_promotion_cap', promotionCap],
  ['0062_coupons_given_back', couponsGivenBack],
  ['0063_refund_returns', refundReturns],
  ['0064_playback_leases', playbackLeases],
  ['0065_prepaid_hours', prepaidHours],
  ['0067_reminders', reminders],
  ['0068_chat', chat],
  ['0069_reports', reports],
  ['0070_rehearsals', rehearsals],
  ['0071_platform_place', platformPlace],
  ['0072_part_refunds', partRefunds],
  ['0073_captions', captions],
  ['0075_questions_polls', questionsPolls],
  ['0076_problems_handled', problemsHandled],
  ['0077_curriculum', curriculum],
  ['0078_discussions', discussions],
  ['0080_datasheets', datasheets],
  ['0083_study_guides', studyGuides],
  ['0084_lesson_openings', lessonOpenings],
  ['0085_quizzes', quizzes],
  ['0086_certificates', certificates],
  ['0087_progress_refunds', progressRefunds],
  ['0088_meet_people', meetPeople],
  ['0090_kept_courses', keptCourses],
  ['0092_viewings', viewings],
  ['0094_discussion_votes', discussionVotes],
  ['0095_discussion_reports', discussionReports],
  ['0096_meet_recordings', meetRecordings],
  ['0098_lesson_content', lessonContent],
  ['0100_progress_of_shows', progressOfShows],
  ['0101_chat_files', chatFiles],
  ['0102_lesson_viewings', lessonViewings],
  ['0103_usage_invoices', usageInvoices],
  ['0104_cards_disputes', cardsDisputes],
  ['0105_invoiced_fees', invoicedFees],
  ['0111_resume_points', resumePoints],
  ['0112_lesson_videos', lessonVideos],
  ['0113_banner_and_survey_links', bannerAndSurveyLinks],
  ['0114_first_category', firstCategory],
  ['0115_dates_with_shows', datesWithShows],
  ['0116_gin_without_waiting_list', ginWithoutWaitingList],
  ['0117_many_dates', manyDates],
  ['0118_product_groups', productGroups],
]

/**
 * A list in code instead of a folder scan: it works the same under Node, vitest and a bundle, and the compiler sees
 * every file.
 */
export const migrationConfig: Knex.MigratorConfig = {
  migrationSource: {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: ([name]) => name,
    getMigration: ([, migration]) => Promise.resolve(migration),
  } satisfies Knex.MigrationSource<(typeof migrations)[number]>,
}
