/** The wording of the privacy policy in force: shown, accepted at the sign-up, and changed with the text. */
export const privacyVersion = '2026-11'
