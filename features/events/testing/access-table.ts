/** The rights of each role to use the routes of the feature, as in tests/server/access-table.ts */
export const table = `
everyone  GET    /events
everyone  GET    /events.ics
everyone  GET    /events/:slug
everyone  POST   /events/:slug
everyone  GET    /events/:slug/event.ics
everyone  GET    /events/:slug/social.png
guest     GET    /registration/:token
guest     POST   /registration/:token
guest     GET    /registration/:token/event.ics
helper    GET    /api/events
editor    POST   /api/events
editor    DELETE /api/events/:id
helper    GET    /api/events/:id
editor    PUT    /api/events/:id
editor    POST   /api/events/:id/cancel
helper    POST   /api/events/:id/check-ins
editor    POST   /api/events/:id/copy
editor    POST   /api/events/:id/publish
helper    GET    /api/events/:id/registrations
editor    POST   /api/events/:id/registrations
editor    PUT    /api/events/:id/registrations/:registration
editor    POST   /api/events/:id/registrations/:registration/admit
editor    POST   /api/events/:id/registrations/:registration/cancel
editor    POST   /api/events/:id/registrations/:registration/paid
editor    GET    /api/events/:id/registrations.csv
`
