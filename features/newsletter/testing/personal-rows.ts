import type { PersonalRows } from '../../../tests/helpers/personal-rows.ts'

export const personalRows: PersonalRows = {
  withoutPersons: ['newsletter_issues'],
  fill: ({ query }) =>
    query(`insert into newsletter_subscriptions (email) values ('ANN@example.org'), ('tom@example.org')`),
  fillMore: ({ query }) =>
    query(
      `insert into newsletter_confirmations (token_hash, email, consent, expires_at)
       values ('c', 'ann@example.org', 'Yes', now() + interval '1 day')`,
    ),
}
