/** The wording of the privacy policy that the forms show and the account stores; it changes with the text. */
export const privacyVersion = '2026-11'
