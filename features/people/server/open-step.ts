import { type SQL, sql } from 'drizzle-orm'
import { userName } from '../../accounts/server/display-name.ts'

/** Subquery: the open next step with the owner of an address, as JSON in the form of `NextStep` (features/people/contract/next-steps.ts) */
export const openStepOf = (email: SQL) =>
  sql`(select json_build_object('id', next_steps.id, 'text', next_steps.text, 'dueOn', due_on,
      'owner', case when users.id is not null then
        json_build_object('id', users.id, 'name', ${userName}) end)
    from next_steps left join users on users.id = owner_id
    where next_steps.email = lower(${email}) and done_at is null)`
