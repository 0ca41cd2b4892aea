/**
 * Texts of a screen for a failed action for which the server gave no reason. The set is closed, like that of
 * the refusals (`errors.ts`): an action without its words does not compile.
 */
export const failures = [
  'fetch', 'fetchMissing', 'unexpected', 'registration', 'activation', 'verification', 'passwordUpdate', 'dataUpdate', 'payment',
  'productCreate', 'productUpdate', 'productDelete', 'productMetadata', 'productImage', 'channelCreate', 'channelUpdate', 'channelImage',
  'entityCreate', 'entityUpdate', 'entityDelete', 'pageSave', 'paymentModuleLoad',
  'lessonCreate', 'lessonUpdate', 'lessonDelete', 'moduleCreate', 'moduleUpdate', 'moduleDelete',
  'courseCreate', 'courseUpdate', 'courseDelete', 'masterCreate', 'masterUpdate', 'masterDelete',
  'watchedUpdate', 'calendarAdd', 'meetingJoin',
] as const // prettier-ignore
export type Failure = (typeof failures)[number]
