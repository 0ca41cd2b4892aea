/** What the build decides. `redirectNotLoggedToLogin`: visitors without a session go to /login instead of / from a protected page. */
export const buildOptions = {
  redirectNotLoggedToLogin: import.meta.env['VITE_REDIRECT_NOT_LOGGED_TO_LOGIN'] === 'true',
}
