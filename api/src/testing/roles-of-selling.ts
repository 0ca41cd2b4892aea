/** Who may do what with subscriptions and saved cards, by hand. */
export function sellingRoles<Row extends object>({
  everybody,
  anySession,
  ownerOnly,
}: {
  everybody: Row
  anySession: Row
  ownerOnly: Row
}) {
  const ofViewer = { ...anySession, owner: 'absent', otherProducer: 'absent', admin: 'absent' } as const
  return {
    'GET /me/cards': anySession,
    // A card of the viewer.
    'DELETE /me/cards/:id': ofViewer,
    'GET /shop/subscriptions': everybody,
    'GET /channels/:slug/subscription': everybody,
    'POST /channels/:slug/subscription': anySession,
    'GET /platform-subscription': everybody,
    'POST /platform-subscription': anySession,
    'GET /subscriptions': anySession,
    // A subscription of the viewer.
    'DELETE /subscriptions/:id': ofViewer,
    'POST /subscriptions/:id/resume': ofViewer,
    'POST /subscriptions/:id/agree': ofViewer,
    'POST /subscriptions/:id/pay': ofViewer,
    'GET /account/channels/:slug/subscribers': ownerOnly,
  }
}
