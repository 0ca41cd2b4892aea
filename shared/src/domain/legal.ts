/** The wording of the privacy policy that is in force: it is shown, accepted at the sign-up, and changes with the text. */
export const privacyVersion = '2026-11'
