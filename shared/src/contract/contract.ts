import { account } from './people/account.ts'
import { auth, signUp } from './people/auth.ts'
import { broadcasts } from './live/broadcasts.ts'
import { bundles } from './catalogue/bundles.ts'
import { onAirList } from './live/on-air.ts'
import { chat, chatModerators } from './live/chat.ts'
import { chatFiles } from './live/chat-files.ts'
import { chatReports } from './live/chat-reports.ts'
import { polls } from './live/polls.ts'
import { questions } from './live/questions.ts'
import { problemReports } from './live/problem-reports.ts'
import { viewings } from './live/viewings.ts'
import { categories } from './catalogue/categories.ts'
import { channels } from './catalogue/channels.ts'
import { config } from './settings/config.ts'
import { entities } from './storefront/entities.ts'
import { exchangeRates } from './settings/exchange-rates.ts'
import type { EndpointGroup } from './endpoint.ts'
import { firstSteps } from './catalogue/first-steps.ts'
import { home } from './storefront/home.ts'
import { captions } from './media/captions.ts'
import { images } from './media/images.ts'
import { loginConfig } from './people/login-config.ts'
import { courses } from './learning/courses.ts'
import { lessonNotes } from './learning/lesson-notes.ts'
import { studyGuides } from './learning/study-guides.ts'
import { courseCalendar } from './learning/course-calendar.ts'
import { lessonRatings } from './learning/lesson-ratings.ts'
import { quizzes } from './learning/quizzes.ts'
import { resources } from './learning/resources.ts'
import { discussionReports } from './learning/discussion-reports.ts'
import { discussions } from './learning/discussions.ts'
import { curricula } from './learning/curriculum.ts'
import { masters } from './learning/masters.ts'
import { certificates } from './learning/certificates.ts'
import { students } from './learning/students.ts'
import { coupons } from './sales/coupons.ts'
import { gifts } from './sales/gifts.ts'
import { invoices } from './sales/money/invoices.ts'
import { meets } from './meetings/meets.ts'
import { meetRecordings } from './meetings/recordings.ts'
import { notifications } from './engagement/notifications.ts'
import { reminders } from './engagement/reminders.ts'
import { opportunities } from './sales/opportunities.ts'
import { orders } from './sales/orders.ts'
import { paying } from './sales/money/paying.ts'
import { ownProducts } from './catalogue/own-products.ts'
import { pages } from './storefront/pages.ts'
import { playback } from './live/playback.ts'
import { podcasts, privateFeeds } from './catalogue/podcasts.ts'
import { posts } from './catalogue/posts.ts'
import { productAdmin } from './catalogue/product-admin.ts'
import { paymentChecks } from './sales/money/payment-checks.ts'
import { prepaid } from './sales/money/prepaid.ts'
import { payouts } from './sales/money/payouts.ts'
import { productCodes } from './sales/product-codes.ts'
import { datasheets } from './learning/datasheets.ts'
import { products, savedProducts } from './catalogue/products.ts'
import { disputes } from './sales/money/disputes.ts'
import { redeemedCodes } from './sales/redeemed-codes.ts'
import { refunds } from './sales/money/refunds.ts'
import { schedule } from './catalogue/schedule.ts'
import { sales } from './sales/sales.ts'
import { savedCards } from './sales/money/saved-cards.ts'
import { shipping } from './sales/shipping.ts'
import { stock } from './sales/stock.ts'
import { search } from './catalogue/search.ts'
import { shop } from './storefront/shop.ts'
import { sections } from './storefront/sections.ts'
import { site } from './settings/site.ts'
import { speakers } from './catalogue/speakers.ts'
import { taxes } from './sales/money/taxes.ts'
import { subscriptions } from './sales/subscriptions.ts'
import { testPayments } from './sales/money/test-payments.ts'
import { tickets } from './sales/tickets.ts'
import { uploads } from './media/uploads.ts'
import { usage } from './sales/money/usage.ts'
import { users } from './people/users.ts'

/** The groups of endpoints by the domain that serves them. */
export const contractByDomain = {
  people: { account, auth, signUp, loginConfig, users },
  settings: { config, exchangeRates, site },
  media: { captions, images, uploads },
  catalogue: {
    bundles,
    categories,
    channels,
    firstSteps,
    ownProducts,
    podcasts,
    privateFeeds,
    posts,
    productAdmin,
    products,
    savedProducts,
    schedule,
    search,
    speakers,
  },
  storefront: { entities, home, pages, shop, sections },
  live: { broadcasts, onAirList, chat, chatModerators, questions, polls, playback, chatFiles, chatReports, problemReports, viewings },
  sales: {
    coupons,
    disputes,
    gifts,
    invoices,
    opportunities,
    orders,
    paying,
    paymentChecks,
    payouts,
    prepaid,
    productCodes,
    redeemedCodes,
    refunds,
    sales,
    savedCards,
    shipping,
    stock,
    subscriptions,
    taxes,
    testPayments,
    tickets,
    usage,
  },
  learning: {
    courseCalendar,
    courses,
    curricula,
    datasheets,
    discussions,
    discussionReports,
    lessonNotes,
    lessonRatings,
    masters,
    quizzes,
    resources,
    certificates,
    students,
    studyGuides,
  },
  meetings: { meets, meetRecordings },
  engagement: { notifications, reminders },
} as const satisfies Record<string, Record<string, EndpointGroup>>

export type ContractDomain = keyof typeof contractByDomain

/**
 * Every endpoint there is. The api must bind each group; the OpenAPI document, the privilege matrix and the fuzz are
 * generated from here.
 */
export const contract = {
  ...contractByDomain.people,
  ...contractByDomain.settings,
  ...contractByDomain.media,
  ...contractByDomain.catalogue,
  ...contractByDomain.storefront,
  ...contractByDomain.live,
  ...contractByDomain.sales,
  ...contractByDomain.learning,
  ...contractByDomain.meetings,
  ...contractByDomain.engagement,
} as const satisfies Record<string, EndpointGroup>
