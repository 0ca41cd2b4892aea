/** The web's refresh token: whichever way somebody logged in, the same cookie carries it. */
export const refreshCookie = { name: 'ee_refresh', path: '/api/auth' } as const
/** Somebody whom a provider vouched for, until the password of the account with that e-mail links the two. */
export const linkCookie = { name: 'ee_sign_on_link', path: '/api/auth/login' } as const
