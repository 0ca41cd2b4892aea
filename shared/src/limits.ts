/** Every named maximum of the platform, with its unit in the name. Forms and servers read the same number. */
export const limits = {
  // platform
  titleChars: 160,
  slugChars: 120,
  labelChars: 60,
  /** A WebVTT file: three hours of talk are some 200,000. */
  captionFileChars: 500_000,
  descriptionChars: 20_000,
  /** For counters only: longer and shorter ones are fine. */
  descriptionRecommendedChars: 1000,
  emailChars: 254,
  searchMinChars: 3,
  searchMaxChars: 100,
  searchPageSize: 20,
  listPageSize: 24,
  listPageSizeMax: 100,
  requestBodyBytes: 1024 * 1024,
  /** A snackbar of an error stays; every other one hides after this. */
  snackbarMs: 10_000,

  // people
  passwordMinChars: 8,
  /** From here on a password may be made of anything. */
  passwordLongChars: 15,
  passwordMaxChars: 200,
  activationLinkMs: 24 * 60 * 60_000,
  resetLinkMs: 60 * 60_000,
  emailChangeLinkMs: 24 * 60 * 60_000,
  deletionGraceMs: 14 * 24 * 60 * 60_000,
  recoveryCodes: 10,
  accessTokenMs: 15 * 60_000,
  /** A log-in, or a confirmation of a session, counts this long for what asks for one. */
  stepUpMs: 5 * 60_000,
  refreshTokenMs: 30 * 24 * 60 * 60_000,
  /** A session ends this long after its log-in, however often it was refreshed. */
  sessionMs: 90 * 24 * 60 * 60_000,

  // settings
  contactMessageChars: 5_000,

  // media
  /** Binary megabytes. */
  imageBytes: 8 * 1024 * 1024,
  imageWidthPx: 1100,
  imageHeightPx: 650,
  videoBytes: 3 * 1024 * 1024 * 1024,
  /** Files of one organizer, with everything that was made of them. */
  ownerStoredBytes: 500 * 1024 * 1024 * 1024,
  /** Length of the videos of one organizer that are processed within 24 hours. */
  ownerPictureMs: 24 * 60 * 60_000,
  /** Pictures that one organizer sends within 24 hours. */
  ownerImages: 500,
  /** The same before staff has approved a channel of theirs, and how many files there may be. */
  newcomerStoredBytes: 1024 * 1024 * 1024,
  newcomerPictureMs: 10 * 60_000,
  newcomerFiles: 5,
  /** Addresses of an organizer's own files: downloads that take long, and pages that stay open. */
  ownMediaTokenMs: 6 * 60 * 60_000,

  // catalogue
  channelTitleChars: 120,
  channelShortDescriptionChars: 400,
  channelReviewMs: 24 * 60 * 60_000,
  speakerNameChars: 120,
  speakerTitleChars: 200,
  productShortDescriptionChars: 240,
  productLabelChars: 30,
  categoryTitleChars: 80,
  categories: 500,
  sessionsPerProduct: 200,
  /** Products that one account keeps for later. */
  savedProducts: 200,
  /** Moves of the dates of one product within 24 hours. */
  movesPerProductDay: 3,
  /** Ticket holders are told of moved and called off dates of one product this often at most. */
  changeNoticeMs: 60 * 60_000,
  postBlocks: 2_000,
  postTextChars: 100_000,
  postExcerptChars: 400,
  postImageAltChars: 300,
  chapters: 200,
  chapterTitleChars: 120,
  chapterStartMs: 24 * 60 * 60_000,

  // storefront
  /** Sections of the home page, an entity or a page. */
  sectionsPerPlace: 60,
  itemsPerSlider: 24,
  sectionTitleChars: 60,
  sectionSubtitleChars: 140,
  sectionTextChars: 2000,
  sectionButtonChars: 30,
  sectionAltChars: 200,
  /** Versions of a page that can be brought back; older ones are forgotten. */
  sectionVersionsKept: 50,
  entityMembers: 100,

  // live
  /** Code points of a chat message. */
  chatMessageLength: 500,
  chatSlowModeMaxSec: 600,
  chatFileBytes: 25 * 1024 * 1024,
  /** Files of one account in one meeting. */
  chatFiles: 20,
  /** Files of a meeting are kept this long. */
  chatFileDays: 30,
  /** Questions of one account that may wait for an answer in one room. */
  chatOpenQuestions: 5,
  /** Seconds between two questions of one account. */
  chatQuestionPauseSec: 15,
  /** Questions and polls that a room lists of each kind. */
  chatQuestionsListed: 100,
  chatPollAnswers: 6,
  /** Messages that a room shows when it is opened. */
  chatHistory: 60,
  feedsPerBroadcast: 8,
  /** Start is allowed this long before a session begins. */
  goLiveBeforeSessionMs: 60 * 60_000,
  idleCutoffMs: 30 * 60_000,
  idleWarningMs: 25 * 60_000,
  playbackTokenMs: 30 * 60_000,
  /** A playback lease of which nothing was heard for this long is free again. */
  playbackLeaseMs: 35_000,
  playbacksPerTicketMax: 10,
  /** Heights of picture, and stretches, that one report of a viewing names. */
  viewingRungs: 12,
  viewingPlaces: 60,
  /** A viewing of which nothing was heard before may have begun this long ago. */
  viewingFirstReportMs: 2 * 60_000,
  /** Viewings are forgotten after this. */
  viewingDays: 400,
  /** With fewer viewers nobody is told of their devices. */
  viewersForDevices: 5,
  /** Media of a deferred live is handed out this long before its moment, so that players have it in time. */
  deferredLeadMs: 3_000,
  sfuTokenMs: 2 * 60_000,
  /** A WebRTC viewer needs a fresh grant this often. */
  viewerAccessMs: 15 * 60_000,
  /** A publisher too; longer, so that no outage of the api ends a show. */
  publisherAccessMs: 2 * 60 * 60_000,
  videoBitrateCapBps: 8_000_000,
  /** All simulcast layers of one video together: 1080p, 720p and 540p with room for peaks. */
  simulcastBitrateCapBps: 12_000_000,
  audioBitrateCapBps: 256_000,
  transportsPerPeer: 4,
  signalingRequestsPerSecond: 60,
  /** One body of the studio's uplink measurement. */
  uplinkCheckBytes: 1024 * 1024,

  // sales
  accessCodesPerBatch: 1_000,
  couponsPerBatch: 5_000,
  /** The dearest coupon, in minor units. */
  /** A donation beside the price, in minor units. */
  supportMinor: 50_000,
  /** Products in one order. */
  orderItems: 20,
  /** Pieces of one product in one order. */
  orderItemQuantity: 99,
  giftMessageChars: 1_000,
  /** A gift is mailed within this time. */
  giftDeliveryDays: 365,
  /** Hours that are bought in advance at once. */
  prepaidHours: 1_000,
  /** An order that is not paid ends after this. */
  orderHoldMs: 30 * 60_000,
  /** An order whose direct debit was returned can be paid another way for this long. */
  failedDebitHoldMs: 24 * 3_600_000,
  /** Everybody is told how many are left once they are fewer. */
  fewLeft: 10,
  /** An offer to the first of a waiting list ends after this. */
  waitingOfferMs: 24 * 60 * 60_000,
  /** Somebody who has not bought by then is an opportunity, */
  opportunityAfterMs: 24 * 60 * 60_000,
  /** and no longer so after this. */
  opportunityDays: 90,
  /** Access that ends within these days, or did so. */
  expiringDays: 7,
  /** A person gets one mail about a product or a channel in this time, */
  followUpDays: 7,
  /** and one of an organizer in this. */
  followUpPersonMs: 24 * 60 * 60_000,
  shippingZones: 30,
  /** A notice of a payment service that was signed longer ago is refused. */
  paymentNoticeAgeMs: 5 * 60_000,
  /** A notice that is a form; those in JSON have the limit of every body. */
  paymentNoticeBytes: 64 * 1024,
  refundTextChars: 2_000,
  /** A seller's side of a dispute. */
  disputeTextChars: 2_000,
  /** A buyer asks for a refund this long after the event, or after buying what has not been used. */
  refundAskDays: 14,
  /** A course or master is given back while less than this percent of it was watched. */
  refundBelowPercent: 20,

  // learning
  courseModules: 50,
  courseFaqs: 50,
  /** Notes of one learner in one course. */
  learnerNotes: 500,
  learnerNoteChars: 2_000,
  /** A question, a comment or a reply. */
  discussionChars: 1_000,
  discussionReplies: 100,
  /** Reported posts that organizers see at once. */
  reportedPosts: 100,
  /** Organizers are told of questions of one course or master this often at most, and learners of replies in it. */
  questionNoticeMs: 60 * 60_000,
  courseLessons: 500,
  masterCourses: 50,
  lessonNotesChars: 20_000,
  coursesToContinue: 6,
  /** A lesson opens this many days after enrolment at most. */
  lessonOpensAfterDays: 365,
  quizQuestions: 50,
  quizOptions: 10,
  /** Answers that count as right in a question of a short text. */
  quizAccepted: 20,
  quizAttempts: 20,
  quizTextChars: 1_000,
  quizAnswerChars: 300,
  quizExplanationChars: 2_000,
  /** Numbers of questions and answers lie within this, both ways. */
  quizNumber: 1_000_000_000_000,
  /** Links and files of one lesson. */
  lessonResources: 20,
  resourceBytes: 25 * 1024 * 1024,
  /** Own videos, shows and meetings that a lesson is chosen from. */
  lessonSources: 500,
  /** An account's progress is written at most this often. */
  progressEveryMs: 60_000,
  /** A report holds what was played in at most this much time, however long nothing was reported. */
  progressBankMs: 2 * 60_000,
  /** Clocks and buffers may be this much apart. */
  progressSlackMs: 10_000,
  progressStretches: 200,
  lessonMs: 10 * 24 * 3_600_000,
  versionMax: 2_000_000_000,
  datasheetBenefits: 4,
  datasheetBenefitChars: 300,
  datasheetLineChars: 200,
  datasheetLinks: 20,
  datasheetTestimonials: 20,
  datasheetTestimonialChars: 1_000,

  // meetings
  meetUsers: 70,
  meetNameChars: 60,
  /** Screens that are shown at the same time. */
  meetScreens: 2,
  /** Videos that one person receives at the same time. */
  meetVideosPerUser: 25,
  /** A meeting that nobody is in ends after this. */
  meetEmptyMs: 30 * 60_000,
  /** Hosts may start it this long before its date. */
  meetEarlyMs: 60 * 60_000,
  /** A participant's connection lasts this long without a fresh grant. */
  meetAccessMs: 15 * 60_000,
} as const
