/** The web's refresh token: whichever way somebody logged in, the same cookie carries it. */
export const refreshCookie = { name: 'ee_refresh', path: '/api/auth' } as const
