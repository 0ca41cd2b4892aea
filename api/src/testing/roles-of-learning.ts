/** Who may do what with courses and masters, by hand. */
export const learningRoles = <Row extends object>({ anySession, ownerOnly }: { anySession: Row; ownerOnly: Row }) => ({
  'GET /products/:slug/curriculum': ownerOnly,
  'GET /products/:slug/curriculum/sources': ownerOnly,
  'PATCH /products/:slug/curriculum': ownerOnly,
  'PUT /products/:slug/curriculum/order': ownerOnly,
  'POST /products/:slug/modules': ownerOnly,
  'PATCH /products/:slug/modules/:id': ownerOnly,
  'DELETE /products/:slug/modules/:id': ownerOnly,
  'POST /products/:slug/modules/:id/lessons': ownerOnly,
  'PATCH /products/:slug/lessons/:id': ownerOnly,
  'DELETE /products/:slug/lessons/:id': ownerOnly,
  'GET /products/:slug/courses': ownerOnly,
  'PUT /products/:slug/courses': ownerOnly,
  // Learners are accounts with a ticket; every account sees what a course consists of.
  'GET /courses': anySession,
  'GET /courses/:slug': anySession,
  'GET /masters/:slug': anySession,
  'GET /courses/:slug/lessons/:id': { ...anySession, otherProducer: 'ticket' },
  'GET /courses/:slug/lessons/:id/playback': { ...anySession, otherProducer: 'ticket' },
  'POST /courses/:slug/progress': { ...anySession, otherProducer: 'ticket' },
  'PUT /courses/:slug/lessons/:id/watched': { ...anySession, otherProducer: 'ticket' },
  'PUT /courses/:slug/lessons/:id/rating': { ...anySession, otherProducer: 'ticket' },
})
