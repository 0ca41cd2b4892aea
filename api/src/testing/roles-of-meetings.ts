/** Who may do what with meetings, by hand. Taking part needs a ticket, or a course that names the meeting. */
export const meetingRoles = <Row extends object>({ anySession, ownerOnly }: { anySession: Row; ownerOnly: Row }) => ({
  'GET /meets/:slug': { ...anySession, otherProducer: 'ticket' as const },
  'POST /meets/:slug/join': { ...anySession, otherProducer: 'ticket' as const },
  'POST /meets/:slug/start': ownerOnly,
  'POST /meets/:slug/stop': ownerOnly,
  'POST /meets/:slug/recording/start': ownerOnly,
  'POST /meets/:slug/recording/stop': ownerOnly,
  'GET /meets/:slug/recordings': { ...anySession, otherProducer: 'ticket' as const },
  'PATCH /meets/:slug/recordings/:id': ownerOnly,
  'GET /meets/:slug/recordings/:id/playback': { ...anySession, otherProducer: 'ticket' as const },
})
