/** Who may use the routes of the feature, as in tests/server/access-table.ts */
export const table = `
guest     GET    /offer/:token
guest     POST   /offer/:token
guest     GET    /offer/:token/change
guest     POST   /offer/:token/change
guest     GET    /offer/:token/training.ics
helper    GET    /api/offers
editor    POST   /api/offers
editor    DELETE /api/offers/:id
helper    GET    /api/offers/:id
editor    PUT    /api/offers/:id
editor    POST   /api/offers/:id/answer
editor    POST   /api/offers/:id/extend
editor    POST   /api/offers/:id/send
editor    POST   /api/offers/:id/withdraw
editor    POST   /api/offers/preview
editor    GET    /api/planner
editor    POST   /api/planner/offers
helper    GET    /api/trainings
helper    GET    /api/trainings/:id
editor    PUT    /api/trainings/:id
editor    POST   /api/trainings/:id/cancel
editor    POST   /api/trainings/:id/held
editor    POST   /api/trainings/:id/keep-day
editor    POST   /api/trainings/:id/reschedule
editor    POST   /api/trainings/:id/tasks
editor    DELETE /api/trainings/:id/tasks/:task
editor    PATCH  /api/trainings/:id/tasks/:task
editor    POST   /api/trainings/resume
editor    GET    /api/trainings/time-zone
editor    GET    /api/offers/export.csv
editor    GET    /api/trainings/export.csv
editor    POST   /api/trainers/:id/replace
`
