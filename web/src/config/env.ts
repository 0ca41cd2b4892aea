/**
 * Settings of the build. `redirectNotLoggedToLogin`: visitors without a session go to /login instead of / from a
 * protected page. `analyticsKey`: the key of a product analytics service; without it nothing is ever measured.
 * `analyticsUrl`: where its one start call goes.
 */
export const buildOptions = {
  redirectNotLoggedToLogin: import.meta.env['VITE_REDIRECT_NOT_LOGGED_TO_LOGIN'] === 'true',
  analyticsKey: (import.meta.env['VITE_ANALYTICS_KEY'] as string | undefined) || undefined,
  analyticsUrl: (import.meta.env['VITE_ANALYTICS_URL'] as string | undefined) || '/analytics/start',
}
