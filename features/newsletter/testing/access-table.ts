/** Who may use the routes of the feature, as in tests/server/access-table.ts */
export const table = `
everyone  POST   /api/newsletter
everyone  GET    /newsletter
everyone  POST   /newsletter
guest     GET    /newsletter/confirm/:token
guest     POST   /newsletter/confirm/:token
guest     GET    /newsletter/unsubscribe/:token
guest     POST   /newsletter/unsubscribe/:token
guest     GET    /newsletter/yours/:token
guest     POST   /newsletter/yours/:token
helper    GET    /api/newsletter/issues
helper    GET    /api/newsletter/subscribers
editor    POST   /api/newsletter/issues
editor    DELETE /api/newsletter/issues/:id
editor    POST   /api/newsletter/issues/:id/pause
editor    POST   /api/newsletter/issues/:id/resume
editor    POST   /api/newsletter/preview
editor    POST   /api/newsletter/subscribers
editor    GET    /api/newsletter/subscribers.csv
editor    DELETE /api/newsletter/subscribers/:id
editor    POST   /api/newsletter/subscribers/:id/again
editor    DELETE /api/newsletter/subscribers/:id/data
editor    POST   /api/newsletter/test
`
