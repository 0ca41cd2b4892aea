import type account from '../features/people/account/locales/en.json'
import type identity from '../features/people/identity/locales/en.json'
import type captions from '../features/live/captions/locales/en.json'
import type captionFiles from '../features/media/caption-files/locales/en.json'
import type categories from '../features/catalogue/categories/locales/en.json'
import type chat from '../features/live/chat/locales/en.json'
import type polls from '../features/live/polls/locales/en.json'
import type questions from '../features/live/questions/locales/en.json'
import type channels from '../features/catalogue/channels/locales/en.json'
import type couponBatches from '../features/catalogue/coupon-batches/locales/en.json'
import type cookieConsent from '../features/settings/cookie-consent/locales/en.json'
import type firstSteps from '../features/catalogue/first-steps/locales/en.json'
import type help from '../features/guidance/help/locales/en.json'
import type home from '../features/storefront/home/locales/en.json'
import type landing from '../features/storefront/landing/locales/en.json'
import type legal from '../features/settings/legal/locales/en.json'
import type room from '../features/meetings/room/locales/en.json'
import type manage from '../features/settings/manage/locales/en.json'
import type uploads from '../features/media/uploads/locales/en.json'
import type notifications from '../features/engagement/notifications/locales/en.json'
import type overview from '../features/insight/overview/locales/en.json'
import type users from '../features/people/users/locales/en.json'
import type pages from '../features/storefront/pages/locales/en.json'
import type player from '../features/live/player/locales/en.json'
import type podcasts from '../features/catalogue/podcasts/locales/en.json'
import type datasheets from '../features/learning/datasheets/locales/en.json'
import type posts from '../features/catalogue/posts/locales/en.json'
import type productEditor from '../features/catalogue/product-editor/locales/en.json'
import type productList from '../features/catalogue/product-list/locales/en.json'
import type products from '../features/catalogue/products/locales/en.json'
import type quality from '../features/live/quality/locales/en.json'
import type recordings from '../features/live/recordings/locales/en.json'
import type saved from '../features/catalogue/saved/locales/en.json'
import type schedule from '../features/catalogue/schedule/locales/en.json'
import type search from '../features/catalogue/search/locales/en.json'
import type shop from '../features/storefront/shop/locales/en.json'
import type sectionEditor from '../features/storefront/section-editor/locales/en.json'
import type siteConfig from '../features/settings/site-config/locales/en.json'
import type speakers from '../features/catalogue/speakers/locales/en.json'
import type gifts from '../features/sales/gifts/locales/en.json'
import type paying from '../features/sales/paying/locales/en.json'
import type checkout from '../features/sales/checkout/locales/en.json'
import type shipping from '../features/sales/shipping/locales/en.json'
import type stock from '../features/sales/stock/locales/en.json'
import type orders from '../features/sales/orders/locales/en.json'
import type payouts from '../features/sales/payouts/locales/en.json'
import type subscriptions from '../features/sales/subscriptions/locales/en.json'
import type testPayments from '../features/sales/test-payments/locales/en.json'
import type refunds from '../features/sales/refunds/locales/en.json'
import type opportunities from '../features/insight/opportunities/locales/en.json'
import type redeemedCodes from '../features/sales/redeemed-codes/locales/en.json'
import type salesTable from '../features/sales/sales-table/locales/en.json'
import type taxes from '../features/sales/taxes/locales/en.json'
import type tickets from '../features/sales/tickets/locales/en.json'
import type usage from '../features/sales/usage/locales/en.json'
import type onAir from '../features/live/on-air/locales/en.json'
import type problems from '../features/live/problems/locales/en.json'
import type reminders from '../features/engagement/reminders/locales/en.json'
import type tours from '../features/guidance/tours/locales/en.json'
import type tutorials from '../features/guidance/tutorials/locales/en.json'
import type trailer from '../features/live/trailer/locales/en.json'
import type lessonNotes from '../features/learning/lesson-notes/locales/en.json'
import type quizzes from '../features/learning/quizzes/locales/en.json'
import type resources from '../features/learning/resources/locales/en.json'
import type courseCalendar from '../features/learning/course-calendar/locales/en.json'
import type lessonRatings from '../features/learning/lesson-ratings/locales/en.json'
import type discussions from '../features/learning/discussions/locales/en.json'
import type studyGuides from '../features/learning/study-guides/locales/en.json'
import type curriculum from '../features/learning/curriculum/locales/en.json'
import type certificates from '../features/learning/certificates/locales/en.json'
import type courses from '../features/learning/courses/locales/en.json'
import type common from './locales/en.json'

// The English files are the type of every key: a key that does not exist does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      'lesson-notes': typeof lessonNotes
      'course-calendar': typeof courseCalendar
      'lesson-ratings': typeof lessonRatings
      discussions: typeof discussions
      quizzes: typeof quizzes
      resources: typeof resources
      'study-guides': typeof studyGuides
      curriculum: typeof curriculum
      certificates: typeof certificates
      courses: typeof courses
      account: typeof account
      identity: typeof identity
      captions: typeof captions
      'caption-files': typeof captionFiles
      categories: typeof categories
      channels: typeof channels
      gifts: typeof gifts
      checkout: typeof checkout
      'coupon-batches': typeof couponBatches
      orders: typeof orders
      shipping: typeof shipping
      stock: typeof stock
      paying: typeof paying
      subscriptions: typeof subscriptions
      'test-payments': typeof testPayments
      'cookie-consent': typeof cookieConsent
      'first-steps': typeof firstSteps
      help: typeof help
      home: typeof home
      landing: typeof landing
      room: typeof room
      legal: typeof legal
      manage: typeof manage
      uploads: typeof uploads
      notifications: typeof notifications
      overview: typeof overview
      users: typeof users
      pages: typeof pages
      player: typeof player
      chat: typeof chat
      polls: typeof polls
      questions: typeof questions
      podcasts: typeof podcasts
      datasheets: typeof datasheets
      posts: typeof posts
      'product-editor': typeof productEditor
      'product-list': typeof productList
      products: typeof products
      quality: typeof quality
      recordings: typeof recordings
      saved: typeof saved
      schedule: typeof schedule
      search: typeof search
      shop: typeof shop
      'section-editor': typeof sectionEditor
      'site-config': typeof siteConfig
      speakers: typeof speakers
      refunds: typeof refunds
      payouts: typeof payouts
      opportunities: typeof opportunities
      'redeemed-codes': typeof redeemedCodes
      'sales-table': typeof salesTable
      taxes: typeof taxes
      usage: typeof usage
      tickets: typeof tickets
      'on-air': typeof onAir
      problems: typeof problems
      reminders: typeof reminders
      tours: typeof tours
      trailer: typeof trailer
      tutorials: typeof tutorials
    }
    returnNull: false
  }
}
