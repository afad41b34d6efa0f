/** The access to the routes of the feature, as in tests/server/access-table.ts */
export const table = `
everyone  GET    /certificates/:number
guest     GET    /feedback/:token
guest     POST   /feedback/:token
helper    GET    /api/follow-up/:uid
editor    POST   /api/follow-up/:uid/attendees
editor    DELETE /api/follow-up/:uid/attendees/:attendee
editor    PATCH  /api/follow-up/:uid/attendees/:attendee
`
